import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ProtocolError } from '../../runtime/index.js';
import { nameSchema } from './asking.js';
import { throwing } from './fixture-server.js';
import { fromTaskClient, makeGate, oneTaskTool, openTaskClient, taskCapabilities } from './task-client.js';
import { cancellation, modern, reports, turn, type Wire } from './wire.js';

const accept = (content: object) => ({ action: 'accept', content });

describe('questions in the middle of a task (ext-tasks, task update requests)', () => {
  test('the task says what it wants to know, and goes on with the answer', async () => {
    let runs = 0;
    const client = openTaskClient(
      oneTaskTool(async (_, context) => {
        runs += 1;
        const answer = await context.elicit('Please enter your name.', nameSchema, { key: 'name' });
        return answer.action === 'accept' ? `Hello, ${String(answer.content['name'])}!` : answer.action;
      }),
    );
    const taskId = await client.begin();
    const asked = await client.until(taskId, 'input_required');
    expect(asked['inputRequests']).toEqual({
      name: {
        method: 'elicitation/create',
        params: {
          message: 'Please enter your name.',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      },
    });
    expect(asked).not.toHaveProperty('requestState');
    expect((await client.get(taskId))['inputRequests']).toEqual(asked['inputRequests']);
    const answer = await client.request('tasks/update', { taskId, inputResponses: { name: accept({ name: 'Luca' }) } });
    expect(Object.keys(answer['result'])).toEqual(['resultType', '_meta']);
    expect(answer['result'].resultType).toBe('complete');
    const done = await client.until(taskId, 'completed');
    expect(done['result'].content).toEqual([{ type: 'text', text: 'Hello, Luca!' }]);
    expect(done).not.toHaveProperty('inputRequests');
    expect(runs).toBe(1);
  });

  test('several questions stand next to each other and are answered one by one', async () => {
    const client = openTaskClient(
      oneTaskTool(async (_, context) => {
        const answers = await Promise.all([
          context.elicit('First?', nameSchema, { key: 'a' }),
          context.elicit('Second?', nameSchema, { key: 'b' }),
        ]);
        return JSON.stringify(answers.map((answer) => (answer.action === 'accept' ? answer.content : answer.action)));
      }),
    );
    const taskId = await client.begin();
    let task = await client.until(taskId, 'input_required');
    expect(Object.keys(task['inputRequests'])).toEqual(['a', 'b']);
    await client.request('tasks/update', { taskId, inputResponses: { b: accept({ name: 'Two' }) } });
    task = await client.get(taskId);
    expect(task['status']).toBe('input_required');
    expect(Object.keys(task['inputRequests'])).toEqual(['a']);
    await client.request('tasks/update', { taskId, inputResponses: { a: { action: 'decline' } } });
    task = await client.until(taskId, 'completed');
    expect(task['result'].content[0].text).toBe('["decline",{"name":"Two"}]');
  });

  test('responses to nothing and responses that are none are ignored', async () => {
    const client = openTaskClient(
      oneTaskTool(async (_, context) => (await context.elicit('Name?', nameSchema, { key: 'name' })).action),
    );
    const taskId = await client.begin();
    await client.until(taskId, 'input_required');
    for (const inputResponses of [
      { other: accept({}) },
      { name: 12345 },
      { name: null },
      { name: { action: 'shrug' } },
    ]) {
      const { result } = await client.request('tasks/update', { taskId, inputResponses });
      expect(result).toMatchObject({ resultType: 'complete' });
      expect(await client.get(taskId)).toMatchObject({ status: 'input_required' });
    }
    const refused = await client.request('tasks/update', { taskId, inputResponses: null });
    expect(refused['error'].code).toBe(-32602);
    await client.request('tasks/update', { taskId, inputResponses: { name: { action: 'cancel' } } });
    const task = await client.until(taskId, 'completed');
    expect(task['result'].content[0].text).toBe('cancel');
    await client.request('tasks/update', { taskId, inputResponses: { name: accept({ name: 'late' }) } });
    expect((await client.get(taskId))['status']).toBe('completed');
  });

  test('an answer that does not fit is asked for again under another key, twice', async () => {
    const client = openTaskClient(
      oneTaskTool(async (_, context) => (await context.elicit('Name?', nameSchema, { key: 'name' })).action),
    );
    const taskId = await client.begin();
    const seen: Wire[] = [];
    for (const key of ['name', 'name#2', 'name#3']) {
      const task = await client.until(taskId, 'input_required');
      expect(Object.keys(task['inputRequests'])).toEqual([key]);
      seen.push(task['inputRequests'][key]);
      await client.request('tasks/update', { taskId, inputResponses: { [key]: accept({ name: 4 }) } });
    }
    expect(seen.map((each) => each['params'].message)).toEqual([
      'Name?',
      'Name?\n\nThe previous response was invalid: name must be a string',
      'Name?\n\nThe previous response was invalid: name must be a string',
    ]);
    expect((await client.until(taskId, 'completed'))['result'].content[0].text).toBe('cancel');
  });

  test('a key is never used twice', async () => {
    const client = openTaskClient(
      oneTaskTool(async (_, context) => {
        const names: unknown[] = [];
        for (let count = 0; count < 3; count += 1) {
          const answer = await context.elicit('Name?', nameSchema, { key: 'name' });
          names.push(answer.action === 'accept' && answer.content['name']);
        }
        return names.join(' ');
      }),
    );
    const taskId = await client.begin();
    for (const key of ['name', 'name#2', 'name#3']) {
      const task = await client.until(taskId, 'input_required');
      expect(Object.keys(task['inputRequests'])).toEqual([key]);
      await client.request('tasks/update', { taskId, inputResponses: { [key]: accept({ name: key }) } });
    }
    const task = await client.until(taskId, 'completed');
    expect(task['result'].content[0].text).toBe('name name#2 name#3');
  });

  test('a cancelled task lets go of its question', async () => {
    const actions: string[] = [];
    const client = openTaskClient(
      oneTaskTool(async (_, context) => {
        actions.push((await context.elicit('Name?', nameSchema)).action);
      }),
    );
    const taskId = await client.begin();
    await client.until(taskId, 'input_required');
    await client.request('tasks/cancel', { taskId });
    const task = await client.get(taskId);
    expect(task['status']).toBe('cancelled');
    expect(task).not.toHaveProperty('inputRequests');
    expect(actions).toEqual(['cancel']);
  });

  test('a question that has a time of its own is left when that is over', async () => {
    const client = openTaskClient(
      oneTaskTool(async (_, context) => (await context.elicit('Name?', nameSchema, { timeoutMs: 40 })).action),
    );
    const taskId = await client.begin();
    await client.until(taskId, 'input_required');
    expect((await client.until(taskId, 'completed'))['result'].content[0].text).toBe('cancel');
  });

  test('a question that the handler cannot go on without is an error of the tool when its time is over', async () => {
    const client = openTaskClient(
      oneTaskTool(async (_, context) => JSON.stringify(await context.roots({ timeoutMs: 40 }))),
    );
    const able = { ...taskCapabilities, roots: {} };
    const meta = { 'io.modelcontextprotocol/clientCapabilities': able };
    const { taskId } = (await client.talk.ask(modern(0, 'tools/call', { name: 'probe' }, meta)))['result'];
    const asked = await client.until(taskId as string, 'input_required');
    expect(asked['inputRequests']).toEqual({ roots: { method: 'roots/list' } });
    expect((await client.until(taskId as string, 'completed'))['result']).toMatchObject({
      content: [{ type: 'text', text: 'The client did not respond to roots/list' }],
      isError: true,
    });
  });

  test('time does not run while a question is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const client = openTaskClient(
      oneTaskTool(async (_, context) => (await context.elicit('Name?', nameSchema)).action, {}, { timeoutMs: 60 }),
    );
    const taskId = await client.begin();
    await client.until(taskId, 'input_required');
    await vi.advanceTimersByTimeAsync(120);
    await client.request('tasks/update', { taskId, inputResponses: { ask: accept({ name: 'Ann' }) } });
    expect((await client.until(taskId, 'completed'))['result'].content[0].text).toBe('accept');
  });

  test('a question that cannot be kept makes the task fail, and stops its handler', async () => {
    const seen: unknown[] = [];
    const client = openTaskClient(
      oneTaskTool(async (_, context) => {
        const { action } = await context.elicit('x'.repeat(5 * 1024 * 1024), nameSchema);
        seen.push(action, context.signal.aborted);
      }),
    );
    const taskId = await client.begin();
    const task = await client.until(taskId, 'failed');
    expect(task['error']).toEqual({ code: -32603, message: 'The state of the task is too large' });
    expect(seen).toEqual(['cancel', true]);
    await client.request('tasks/cancel', { taskId });
    expect(await client.get(taskId)).toEqual(task);
  });

  test('a client that cannot answer makes the task fail', async () => {
    const client = openTaskClient(oneTaskTool(async (_, context) => context.sample({ messages: [], maxTokens: 1 })));
    const task = await client.until(await client.begin(), 'failed');
    expect(task['error']).toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
  });
});

describe('questions before a task (ext-tasks, task creation)', () => {
  const greet = oneTaskTool(
    async (_, context) => {
      const answer = await context.elicit('Who are you?', nameSchema, { key: 'user_name' });
      if (answer.action !== 'accept') return 'Nobody.';
      await context.startTask();
      const sure = await context.elicit('Sure?', nameSchema, { key: 'user_name' });
      await context.startTask();
      return `Hello, ${String(answer.content['name'])} (${sure.action}).`;
    },
    { support: 'required', begins: 'handler' },
  );

  test('they end the request, and the task begins when the handler says so', async () => {
    const client = openTaskClient(greet);
    const first = (await client.request('tools/call', { name: 'probe', arguments: {} }))['result'];
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: { user_name: { method: 'elicitation/create' } },
    });
    expect(first).not.toHaveProperty('taskId');
    const { requestState } = first;
    const inputResponses = { user_name: accept({ name: 'Alice' }) };
    const params = { name: 'probe', arguments: {}, requestState, inputResponses };
    const { result } = await client.request('tools/call', params);
    expect(result).toMatchObject({ resultType: 'task', status: expect.stringMatching(/working|input_required/u) });
    expect(result).not.toHaveProperty('requestState');
    expect(result).not.toHaveProperty('inputRequests');
    const task = await client.until(result.taskId, 'input_required');
    expect(Object.keys(task['inputRequests'])).toEqual(['user_name']);
    await client.request('tasks/update', {
      taskId: result.taskId,
      inputResponses: { user_name: { action: 'decline' } },
    });
    expect((await client.until(result.taskId, 'completed'))['result'].content[0].text).toBe('Hello, Alice (decline).');
    expect(reports).toEqual([]);
  });

  test('a call that ends before is answered plainly', async () => {
    const client = openTaskClient(greet);
    const { requestState } = (await client.request('tools/call', { name: 'probe', arguments: {} }))['result'];
    const inputResponses = { user_name: { action: 'decline' } };
    const { result } = await client.request('tools/call', {
      name: 'probe',
      arguments: {},
      requestState,
      inputResponses,
    });
    expect(result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'Nobody.' }] });
  });

  test('a call that fails before is answered with the error', async () => {
    const failing = oneTaskTool(throwing(new ProtocolError(-32602, 'Not you')), { begins: 'handler' });
    const answer = await openTaskClient(failing).request('tools/call', { name: 'probe', arguments: {} });
    expect(answer['error']).toEqual({ code: -32602, message: 'Not you' });
  });

  test('a question that is still open when the task begins makes it fail', async () => {
    const client = openTaskClient(
      oneTaskTool(
        async (_, context) => {
          const question = context.elicit('Name?', nameSchema);
          await context.step('wait', () => turn());
          await context.startTask();
          await question;
        },
        { begins: 'handler' },
      ),
    );
    const task = await client.until(await client.begin(), 'failed');
    expect(task['error']).toEqual({ code: -32603, message: 'An elicitation was pending when the task started' });
  });

  test('a handler that goes on while its question is open begins no task', async () => {
    const [asked, begun] = [makeGate(), makeGate()];
    const client = openTaskClient(
      oneTaskTool(
        async (_, context) => {
          void context.elicit('Name?', nameSchema);
          await asked.opened;
          await new Promise((resolve) => {
            if (context.signal.aborted) resolve(undefined);
            context.signal.addEventListener('abort', resolve);
          });
          begun.open();
          await context.startTask();
          return 'done';
        },
        { begins: 'handler' },
      ),
    );
    expect((await client.request('tools/call', { name: 'probe' }))['result'].resultType).toBe('input_required');
    asked.open();
    await begun.opened;
    expect(await client.talk.end()).toEqual([]);
  });

  test('messages reach the request until the task begins', async () => {
    const client = openTaskClient(
      oneTaskTool(
        async (_, context) => {
          context.progress(1);
          await context.startTask();
          context.progress(2);
          return 'done';
        },
        { begins: 'handler' },
      ),
    );
    expect((await client.talk.ask(fromTaskClient('p', 'tools/call', { name: 'probe' })))['result'].resultType).toBe(
      'task',
    );
    expect(
      await client.talk.ask(fromTaskClient(1, 'tools/call', { name: 'probe' }, { progressToken: 't' })),
    ).toMatchObject({ method: 'notifications/progress', params: { progress: 1 } });
    expect((await client.talk.next())['result'].resultType).toBe('task');
    expect(await client.talk.end()).toEqual([]);
  });

  test('a cancelled request begins no task', async () => {
    const [called, canceled] = [makeGate(), makeGate()];
    const client = openTaskClient(
      oneTaskTool(
        async (_, context) => {
          context.signal.addEventListener('abort', canceled.open);
          called.open();
          await canceled.opened;
          await context.startTask();
        },
        { begins: 'handler' },
      ),
    );
    client.talk.send(fromTaskClient('c', 'tools/call', { name: 'probe' }));
    await called.opened;
    client.talk.send(cancellation('c'));
    await canceled.opened;
    expect(await client.talk.end()).toEqual([]);
  });
});
