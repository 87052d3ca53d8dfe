import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nameSchema } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import { oneTaskTool } from '../wire/task-client.js';
import type { Subject, Wire } from '../wire/wire.js';
import { CutStore } from '../kit/cut-store.js';
import { storeKinds } from '../kit/open-stores.js';
import { openNode, type TaskNode } from './task-node.js';
import { newState, type OpenStores } from './test-stores.js';

/** Says who calls, when asked for a name. */
const asking = oneTaskTool(async (_, context) => {
  const answer = await context.elicit('Name?', nameSchema, { key: 'name' });
  return answer.action === 'accept' ? `Hello ${String(answer.content['name'])}` : answer.action;
});

/** Runs until it is stopped. Its signals are in `signals`. */
const signals: AbortSignal[] = [];
const endless = oneTaskTool((_, { signal }) => {
  signals.push(signal);
  return new Promise(() => {});
});

beforeEach(() => {
  signals.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

const answerWith = (name: string) => ({ name: { action: 'accept', content: { name } } });

describe.each(storeKinds)('tasks of several processes that share a store: %s', (kind) => {
  let join: OpenStores;
  const open = async (subject: Subject): Promise<TaskNode> => openNode(subject, await join());
  const pair = (subject: Subject): Promise<[TaskNode, TaskNode]> => Promise.all([open(subject), open(subject)]);

  beforeEach(() => {
    join = newState(kind);
  });

  test('a task that one process began is polled at another one', async () => {
    const [one, other] = await pair(oneTaskTool(({ word }) => `Said ${String(word)}`));
    const task = await other.until(await one.begin({ word: 'yes' }), 'completed');
    expect(task['result'].content).toEqual([{ type: 'text', text: 'Said yes' }]);
    expect(task).not.toHaveProperty('node');
  });

  test('its question is answered at another one', async () => {
    const [one, other] = await pair(asking);
    const taskId = await one.begin();
    const asked = await other.until(taskId, 'input_required');
    expect(Object.keys(asked['inputRequests'])).toEqual(['name']);
    const { result } = await other.request('tasks/update', { taskId, inputResponses: answerWith('Ann') });
    expect(result).toMatchObject({ resultType: 'complete' });
    const task = await other.until(taskId, 'completed');
    expect(task['result'].content).toEqual([{ type: 'text', text: 'Hello Ann' }]);
  });

  test('an answer that does not fit is asked for again under another key, wherever it was given', async () => {
    const [one, other] = await pair(asking);
    const taskId = await one.begin();
    await other.until(taskId, 'input_required');
    const wrong = { name: { action: 'accept', content: { name: 7 } }, unknown: { action: 'accept' } };
    await other.request('tasks/update', { taskId, inputResponses: wrong });
    await vi.waitFor(async () => expect(Object.keys((await other.get(taskId))['inputRequests'])).toEqual(['name#2']));
    const inputResponses = { 'name#2': answerWith('Bo').name };
    await other.request('tasks/update', { taskId, inputResponses });
    expect((await one.until(taskId, 'completed'))['result'].content[0].text).toBe('Hello Bo');
  });

  test('it is cancelled at another one, and its handler stops', async () => {
    const [one, other] = await pair(endless);
    const taskId = await one.begin();
    await other.request('tasks/cancel', { taskId });
    expect(await other.get(taskId)).toMatchObject({
      status: 'cancelled',
      statusMessage: 'The client cancelled the task',
    });
    expect(await one.get(taskId)).toMatchObject({ status: 'cancelled' });
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });

  test('it is watched at another one', async () => {
    const [one, other] = await pair(asking);
    const taskId = await one.begin();
    await one.until(taskId, 'input_required');
    const stream = await other.watch([taskId]);
    expect((await stream.nextMessage())?.['params']).toMatchObject({ taskId, status: 'input_required' });
    await other.request('tasks/update', { taskId, inputResponses: answerWith('Ann') });
    let told: Wire | undefined;
    do told = await stream.nextMessage();
    while (told?.['params'].status !== 'completed');
    expect(told['params'].result.content[0].text).toBe('Hello Ann');
  });

  test('of an end and a cancellation at the same time, one counts', async () => {
    let finish = (): void => {};
    const gate = oneTaskTool(
      () =>
        new Promise((resolve) => {
          finish = () => resolve('done');
        }),
    );
    const [one, other] = await pair(gate);
    for (let round = 0; round < 10; round += 1) {
      const taskId = await one.begin();
      const stream = await other.watch([taskId]);
      const cancelled = other.request('tasks/cancel', { taskId });
      if (round % 2 === 0) await new Promise(setImmediate);
      finish();
      await cancelled;
      await vi.waitFor(async () => expect((await one.get(taskId))['status']).toMatch(/completed|cancelled/u));
      const task = await one.get(taskId);
      expect(await other.get(taskId)).toEqual(task);
      expect((await stream.nextMessage())?.['params'].status).toBe(task['status']);
      expect(await one.get(taskId)).toEqual(task);
    }
  });

  test('another user finds it nowhere', async () => {
    const [one, other] = await pair(endless);
    const taskId = await one.begin();
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error } = await other.request(method, { taskId, inputResponses: {} }, 'bob');
      expect(error).toEqual({ code: -32602, message: 'Task not found' });
    }
    expect(await one.get(taskId)).toMatchObject({ status: 'working' });
  });

  test('a user has at most 250 tasks, at all processes together', async () => {
    const [one, other] = await pair(oneTaskTool(() => 'done'));
    for (let count = 0; count < 125; count += 1) await Promise.all([one.begin(), other.begin()]);
    const call = { name: 'probe', arguments: {} };
    expect((await one.request('tools/call', call))['error']).toMatchObject({ code: 429, message: 'Too many tasks' });
    expect((await other.request('tools/call', call, 'bob'))['result']).toMatchObject({ resultType: 'task' });
  });

  test('a result that is too long makes it fail', async () => {
    const [one, other] = await pair(oneTaskTool(() => 'x'.repeat(4 * 1024 * 1024)));
    const task = await other.until(await one.begin(), 'failed');
    expect(task['error']).toEqual({ code: -32603, message: 'The state of the task is too large' });
  });

  test('a process that stops cancels its tasks, which others see', async () => {
    const [one, other] = await pair(endless);
    const taskId = await one.begin();
    await one.stop();
    expect(await other.get(taskId)).toMatchObject({
      status: 'cancelled',
      statusMessage: 'The server is shutting down',
    });
  });

  test('plain calls and lists need no store', async () => {
    const link = new CutStore((await join()).shared);
    const node = await openNode(
      oneTool(() => 'done'),
      { shared: link },
    );
    await node.request('tools/list');
    link.takeCommands();
    const { result } = await node.request('tools/call', { name: 'probe', arguments: {} });
    expect(result.content[0].text).toBe('done');
    expect(link.takeCommands()).toEqual([]);
  });

  // The clock of the other stores cannot be moved.
  if (kind === 'memory')
    describe('time', () => {
      test('the tasks of a process that is dead fail, for those who poll and those who watch', async () => {
        vi.useFakeTimers({ toFake: ['performance'] });
        const link = new CutStore((await join()).shared);
        const dead = await openNode(endless, { shared: link });
        const other = await open(endless);
        const taskId = await dead.begin();
        const stream = await other.watch([taskId]);
        link.cut();
        vi.advanceTimersByTime(20_001);
        const gone = { code: -32603, message: 'The process that ran the task has ended' };
        expect(await other.until(taskId, 'failed')).toMatchObject({ statusMessage: gone.message, error: gone });
        expect((await stream.nextMessage())?.['params']).toMatchObject({ status: 'failed', error: gone });
        // It has only lost its connection: what it does has no effect anymore.
        link.restore();
        await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
        expect(await other.get(taskId)).toMatchObject({ status: 'failed' });
      });

      test('an interruption of the store ends no task', async () => {
        vi.useFakeTimers({ toFake: ['performance'] });
        let finish = (): void => {};
        const gate = oneTaskTool(
          () =>
            new Promise((resolve) => {
              finish = () => resolve('done');
            }),
        );
        const link = new CutStore((await join()).shared);
        const [one, other] = [await openNode(gate, { shared: link }), await openNode(gate, { shared: link })];
        const taskId = await one.begin();
        link.cut();
        vi.advanceTimersByTime(30_000);
        expect(await other.get(taskId)).toMatchObject({ code: -32603, message: 'The store cannot be reached' });
        link.takeCommands();
        finish();
        await link.untilCommand('');
        link.restore();
        expect((await other.until(taskId, 'completed'))['result'].content[0].text).toBe('done');
      });

      test('a task that goes on after an interruption is not taken for dead', async () => {
        vi.useFakeTimers({ toFake: ['performance'] });
        const [one, other] = await pair(endless);
        const taskId = await one.begin();
        vi.advanceTimersByTime(30_000);
        expect(await other.get(taskId)).toMatchObject({ status: 'working' });
        expect(signals[0]?.aborted).toBe(false);
      });
    });
});
