import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HandlerContext, ToolDefinition } from '../../runtime/index.js';
import { compareProtocolVersions } from '../../runtime/clients/testing/index.js';
import { nameSchema, type Asking } from '../wire/asking.js';
import { makeValidator } from '../wire/fixture-server.js';
import { makeGate, oneTaskTool } from '../wire/task-client.js';
import { reports, type Subject, type Wire } from '../wire/wire.js';
import { CutStore } from '../kit/cut-store.js';
import { storeKinds } from '../kit/open-stores.js';
import { openNode, type TaskNode } from './task-node.js';
import { newState, type OpenStores } from './test-stores.js';

function durable(handler: Asking, task: object = {}, overrides: Partial<ToolDefinition> = {}): Subject {
  const { definition, handlers } = oneTaskTool(handler, { durable: true, ...task }, overrides);
  return { definition: { ...definition, hasDurableTasks: true }, handlers };
}

const answerWith = (name: string) => ({ action: 'accept', content: { name } });
const askName = (context: HandlerContext, options: object = {}) =>
  context.elicit('Name?', nameSchema, { key: 'name', ...options });
const textOf = (task: Wire): string => task['result'].content[0].text;

/** What handlers did, in order. */
const done: string[] = [];

beforeEach(() => {
  done.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each(storeKinds)('durable tasks: %s', (kind) => {
  let join: OpenStores;
  const open = async (subject: Subject): Promise<TaskNode> => openNode(subject, await join());

  beforeEach(() => {
    join = newState(kind);
  });

  test('a task waits in the queue until a worker takes it', async () => {
    const subject = durable(({ word }) => `Said ${String(word)}`);
    const server = await open(subject);
    const taskId = await server.begin({ word: 'yes' });
    expect(await server.get(taskId)).toMatchObject({ status: 'working' });
    const worker = await open(subject);
    await worker.work();
    const { status, result } = await server.until(taskId, 'completed');
    expect({ status, result }).toEqual({
      status: 'completed',
      result: {
        resultType: 'complete',
        content: [{ type: 'text', text: 'Said yes' }],
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } },
      },
    });
  });

  test('wrong arguments are answered at once, and put nothing into the queue', async () => {
    const refuse = makeValidator(() => [{ instancePath: '', keyword: 'required', params: { missingProperty: 'q' } }]);
    const link = new CutStore((await join()).shared);
    const server = await openNode(
      durable(() => 'done', {}, { validators: async () => ({ input: refuse }) }),
      {
        shared: link,
      },
    );
    link.takeCommands();
    const { result } = await server.request('tools/call', { name: 'probe', arguments: {} });
    expect(result).toMatchObject({ resultType: 'complete', isError: true });
    expect(link.takeCommands()).toEqual([]);
  });

  test('the worker has the arguments, the caller and the client, but no headers', async () => {
    const subject = durable((input, context) => {
      const { auth, http, client, clientCapabilities, protocolVersion: revision } = context;
      const { method, url } = http ?? {};
      return JSON.stringify({
        input,
        auth,
        method,
        url,
        user: http?.header('x-user'),
        client,
        clientCapabilities,
        revision,
      });
    });
    const server = await open(subject);
    const worker = await open(subject);
    const taskId = await server.begin({ big: 1, nested: { list: [null] } });
    await worker.work();
    expect(JSON.parse(textOf(await server.until(taskId, 'completed')))).toEqual({
      input: { big: 1, nested: { list: [null] } },
      auth: { principal: 'ann', tenant: 'acme' },
      method: 'POST',
      url: '/mcp',
      client: { name: 'raw-bytes', version: '0.0.0' },
      clientCapabilities: { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } },
      revision: '2026-07-28',
    });
  });

  test('nothing of arguments, answers and steps can be read in the store', async () => {
    const written: string[] = [];
    const seen = new Proxy((await join()).shared, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...given: unknown[]) => {
          if (name !== 'publish') written.push(given.filter((each) => typeof each === 'string').join(' '));
          return Reflect.apply(method, target, given) as unknown;
        };
      },
    });
    const subject = durable(async ({ word }, context) => {
      await context.step('work', () => `STEP ${String(word)}`);
      await askName(context);
      return 'done';
    });
    const server = await openNode(subject, { shared: seen });
    await server.work();
    const taskId = await server.begin({ word: 'ARGUMENT' });
    await server.until(taskId, 'input_required');
    await server.request('tasks/update', { taskId, inputResponses: { name: answerWith('ANSWER') } });
    await server.until(taskId, 'completed');
    expect(written.length).toBeGreaterThan(5);
    expect(written.filter((text) => /ARGUMENT|STEP|ANSWER|acme/u.test(text))).toEqual([]);
  });

  test('a question ends the run; the answer lets any worker go on, and finished steps are not repeated', async () => {
    const subject = durable(async (_input, context) => {
      const found = await context.step('find', () => {
        done.push('find');
        return { title: 'Dune', id: context.idempotencyKey };
      });
      const answer = await askName(context);
      if (answer.action !== 'accept') return answer.action;
      const order = await context.step('order', () => {
        done.push(`order for ${String(answer.content['name'])}`);
        return context.idempotencyKey;
      });
      return `${found.title} ${order === found.id}`;
    });
    const server = await open(subject);
    const first = await open(subject);
    const worker = await first.work();
    const taskId = await server.begin();
    const asked = await server.until(taskId, 'input_required');
    expect(asked['inputRequests']).toEqual({
      name: { method: 'elicitation/create', params: { message: 'Name?', requestedSchema: nameSchema } },
    });
    await worker.stop();
    const second = await open(subject);
    await second.work();
    await server.request('tasks/update', { taskId, inputResponses: { name: answerWith('Ann') } });
    expect(textOf(await server.until(taskId, 'completed'))).toBe('Dune true');
    expect(done).toEqual(['find', 'order for Ann']);
  });

  test('an answer that was confirmed while no worker ran is not lost', async () => {
    const subject = durable(async (_input, context) => {
      const answer = await askName(context);
      return answer.action === 'accept' ? `Hello ${String(answer.content['name'])}` : answer.action;
    });
    const server = await open(subject);
    const worker = await server.work();
    const taskId = await server.begin();
    await server.until(taskId, 'input_required');
    await worker.stop();
    await server.request('tasks/update', { taskId, inputResponses: { name: answerWith('Ann') } });
    await server.stop();
    const later = await open(subject);
    await later.work();
    expect(textOf(await later.until(taskId, 'completed'))).toBe('Hello Ann');
  });

  test('questions that are asked together are answered one by one; keys are never used twice', async () => {
    const subject = durable(async (_input, context) => {
      const answers = await Promise.all(['a', 'b'].map((key) => context.elicit(`${key}?`, nameSchema, { key })));
      const again = await context.elicit('again?', nameSchema, { key: 'a' });
      return [...answers, again]
        .map((each) => (each.action === 'accept' ? each.content['name'] : each.action))
        .join(' ');
    });
    const server = await open(subject);
    await server.work();
    const taskId = await server.begin();
    const keysOf = (task: Wire): readonly string[] => Object.keys((task['inputRequests'] ?? {}) as object);
    const untilKeys = (...keys: readonly string[]) =>
      vi.waitFor(async () => expect(keysOf(await server.get(taskId))).toEqual(keys), { timeout: 20_000 });
    await untilKeys('a', 'b');
    await server.request('tasks/update', { taskId, inputResponses: { b: answerWith('B') } });
    await untilKeys('a');
    // Does not fit, so it is asked again under another key.
    await server.request('tasks/update', { taskId, inputResponses: { a: { action: 'accept', content: { name: 1 } } } });
    await untilKeys('a#2');
    await server.request('tasks/update', { taskId, inputResponses: { a: answerWith('late'), 'a#2': answerWith('A') } });
    await untilKeys('a#3');
    await server.request('tasks/update', { taskId, inputResponses: { 'a#3': answerWith('again') } });
    expect(textOf(await server.until(taskId, 'completed'))).toBe('A B again');
  });

  test('a question is given up after its time', async () => {
    const subject = durable(async (_input, context) => (await askName(context, { timeoutMs: 50 })).action);
    const server = await open(subject);
    await server.work();
    expect(textOf(await server.until(await server.begin(), 'completed'))).toBe('cancel');
  });

  test('a cancelled task is not run, and its handler is stopped on any node', async () => {
    const subject = durable((_input, { signal }) => {
      done.push('began');
      signal.addEventListener('abort', () => done.push(String((signal.reason as Error).message)));
      return new Promise(() => {});
    });
    const server = await open(subject);
    const queued = await server.begin();
    await server.request('tasks/cancel', { taskId: queued });
    const worker = await open(subject);
    await worker.work();
    const taskId = await server.begin();
    await vi.waitFor(() => expect(done).toEqual(['began']), { timeout: 20_000 });
    await server.request('tasks/cancel', { taskId });
    await vi.waitFor(() => expect(done).toEqual(['began', 'The task was ended by another process']));
    expect(await server.get(taskId)).toMatchObject({ status: 'cancelled' });
    expect(await server.get(queued)).toMatchObject({ status: 'cancelled' });
  });

  test('progress is seen on every node, by those who watch as well', async () => {
    const gate = makeGate();
    const subject = durable(async (_input, context) => {
      context.log.emergency('unheard');
      context.progress(1, 3);
      await gate.opened;
      return 'done';
    });
    const [server, other, worker] = await Promise.all([1, 2, 3].map(() => open(subject)));
    await worker?.work();
    const taskId = await server?.begin();
    const stream = await other?.watch([String(taskId)]);
    expect((await stream?.nextMessage())?.['params']).toMatchObject({ status: 'working', statusMessage: '1 of 3' });
    expect(await server?.get(String(taskId))).toMatchObject({ statusMessage: '1 of 3' });
    gate.open();
    expect((await stream?.nextMessage())?.['params']).toMatchObject({ status: 'completed' });
  });

  test('tasks of two workers run once each, at most as many at a time as they may', async () => {
    let running = 0;
    let most = 0;
    const subject = durable(async ({ number }) => {
      done.push(String(number));
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return 'done';
    });
    const server = await open(subject);
    const taskIds = await Promise.all(Array.from({ length: 30 }, (_each, number) => server.begin({ number })));
    const workers = await Promise.all([1, 2].map(() => open(subject)));
    await Promise.all(workers.map((worker) => worker.work(2)));
    for (const taskId of taskIds) await server.until(taskId, 'completed');
    expect(done.toSorted((left, right) => Number(left) - Number(right))).toEqual(
      Array.from({ length: 30 }, (_each, number) => String(number)),
    );
    expect(most).toBeLessThanOrEqual(4);
  });

  describe('errors', () => {
    const failTwice: Asking = async (_input, context) => {
      await context.step('once', () => done.push('once'));
      await context.step('try', () => {
        done.push('try');
        if (done.length < 3) throw new Error('The disk is full');
      });
      return 'done';
    };

    test('a tool that is idempotent is repeated after an error, without its finished steps', async () => {
      const server = await open(durable(failTwice, { isRepeatable: true }));
      await server.work();
      const taskId = await server.begin();
      await vi.waitFor(
        async () =>
          expect(await server.get(taskId)).toMatchObject({
            status: 'working',
            statusMessage: 'Attempt 1 of 4 failed. The next attempt begins in 1 s',
          }),
        { timeout: 20_000 },
      );
      expect(textOf(await server.until(taskId, 'completed'))).toBe('done');
      expect(done).toEqual(['once', 'try', 'try']);
      expect(reports.join('')).toContain('TOOL: probe | WARNING: Attempt 1 of 4 failed: The disk is full');
    });

    test('a tool that is not idempotent is not: the error is the result, masked as that of a call over HTTP', async () => {
      const server = await open(durable(failTwice));
      await server.work();
      const task = await server.until(await server.begin(), 'completed');
      expect(task['result']).toMatchObject({ isError: true, content: [{ text: 'Tool "probe" failed' }] });
      expect(done).toEqual(['once', 'try']);
    });

    test('a tool that takes longer than its `timeoutMs` ends with a tool error', async () => {
      const server = await openNode(
        durable(() => new Promise(() => {}), {}, { timeoutMs: 20 }),
        await join(),
      );
      await server.work();
      const task = await server.until(await server.begin(), 'completed');
      expect(task['result']).toMatchObject({
        isError: true,
        content: [{ text: 'Tool "probe" timed out after 20 ms' }],
      });
    });

    test('a task ends when its time is up', async () => {
      const subject = durable(
        (_input, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => done.push('aborted'));
          }),
        { ttlMs: 3000 },
      );
      const server = await open(subject);
      await server.work();
      const taskId = await server.begin();
      await vi.waitFor(() => expect(done).toEqual(['aborted']), { timeout: 20_000 });
      await vi.waitFor(async () => expect(await server.get(taskId)).toMatchObject({ message: 'Task not found' }));
    });

    test('a task that cannot be put into the queue is refused, and leaves nothing behind', async () => {
      const link = new CutStore((await join()).shared);
      const server = await openNode(
        durable(() => 'done'),
        { shared: link },
      );
      const call = { name: 'probe', arguments: {} };
      link.cut();
      expect((await server.request('tools/call', call))['error']).toEqual({
        code: -32603,
        message: 'The store cannot be reached',
      });
      link.restore();
      expect((await server.request('tools/call', call))['result']).toMatchObject({ resultType: 'task' });
    });

    test('a worker without the key of the server says so', async () => {
      const subject = durable(() => 'done');
      const server = await open(subject);
      const taskId = await server.begin();
      const stranger = await openNode(subject, await join(), 1200, ['another key, which the server does not have']);
      await stranger.work();
      expect(await server.until(taskId, 'failed')).toMatchObject({
        error: { code: -32603, message: 'The call of the task cannot be decrypted' },
      });
      expect(reports.join('')).toContain('Give all servers and workers the same keys (MCP_STATE_KEYS)');
    });

    test('a server without a store does not start', async () => {
      const { definition, handlers } = durable(() => 'done');
      const { createService } = await import('../../runtime/core/service/create-service.js');
      expect(() => createService(definition, handlers, () => {})).toThrow(
        'Durable tasks need a store: set `server.store`, or export `stores` from handlers/server.ts',
      );
    });
  });

  // The clock of the other stores cannot be moved: `worker-processes.test.ts` waits.
  if (kind === 'memory')
    describe('a worker that ends in the middle', () => {
      /** Begins a task at one worker, cuts that worker off in its second step, and lets another worker go on. */
      async function interrupt(task: object): Promise<{ readonly task: () => Promise<Wire>; leave(): Promise<void> }> {
        vi.useFakeTimers({ toFake: ['performance'] });
        const gate = makeGate();
        const subject = durable(async (_input, context) => {
          await context.step('first', () => done.push('first'));
          await context.step('second', async () => {
            done.push('second');
            if (done.length === 2) await gate.opened;
          });
          await context.step('third', () => done.push('third'));
          return 'done';
        }, task);
        const link = new CutStore((await join()).shared);
        const dead = await openNode(subject, { shared: link });
        const worker = await dead.work();
        const server = await open(subject);
        const taskId = await server.begin();
        await vi.waitFor(() => expect(done).toEqual(['first', 'second']), { timeout: 20_000 });
        link.cut();
        vi.advanceTimersByTime(16_000);
        await server.work();
        const ended = async (): Promise<Wire> => {
          for (;;) {
            const found = await server.get(taskId);
            if (found['status'] !== 'working') return found;
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        };
        /** Lets the first worker go on with its second step; resolves when it has stopped. */
        const leave = async (): Promise<void> => {
          link.restore();
          gate.open();
          await worker.stop();
        };
        return { task: ended, leave };
      }

      test('another one goes on; finished steps are not repeated, and the first one has no effect anymore', async () => {
        const { task, leave } = await interrupt({ isRepeatable: true });
        expect(textOf(await task())).toBe('done');
        await leave();
        expect(done).toEqual(['first', 'second', 'second', 'third']);
        expect(textOf(await task())).toBe('done');
      });

      test('a step of a tool that is not idempotent is not repeated: the task fails', async () => {
        const { task, leave } = await interrupt({});
        const message =
          'The worker ended while the step "second" was running, and the tool is not idempotent: it is unknown whether the step was completed';
        expect(await task()).toMatchObject({
          status: 'failed',
          statusMessage: message,
          error: { code: -32603, message },
        });
        await leave();
        expect(done).toEqual(['first', 'second']);
        expect(await task()).toMatchObject({ status: 'failed' });
      });
    });

  test('a worker that stops lets its steps end, then another one goes on', async () => {
    const gate = makeGate();
    const subject = durable(async (_input, context) => {
      await context.step('first', async () => {
        done.push('first');
        await gate.opened;
      });
      await context.step('second', () => done.push('second'));
      return 'done';
    });
    const [server, other] = await Promise.all([open(subject), open(subject)]);
    const worker = await server.work();
    const taskId = await server.begin();
    await vi.waitFor(() => expect(done).toEqual(['first']), { timeout: 20_000 });
    const stopped = worker.stop();
    gate.open();
    await stopped;
    expect(await server.get(taskId)).toMatchObject({ status: 'working' });
    await other.work();
    expect(textOf(await server.until(taskId, 'completed'))).toBe('done');
    expect(done).toEqual(['first', 'second']);
  });
});

test('the test kit runs durable tasks in memory: they answer as the calls of other clients do', async () => {
  const { runs, differences } = await compareProtocolVersions(
    durable(
      async (_input, context) => {
        const answer = await askName(context);
        return answer.action === 'accept' ? `Hello ${String(answer.content['name'])}` : answer.action;
      },
      { pollIntervalMs: 10 },
    ),
    { call: { tool: 'probe' }, responses: { Name: { action: 'accept', content: { name: 'Ann' } } } },
  );
  expect(differences).toEqual([]);
  expect(runs.filter(({ isTask }) => isTask === true).length).toBeGreaterThan(0);
});
