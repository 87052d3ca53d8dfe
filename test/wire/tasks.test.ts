import { afterEach, describe, expect, test, vi } from 'vitest';
import { error, ProtocolError, withMeta, text } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool, makeValidator, oneTool, throwing } from './fixture-server.js';
import { fromTaskClient, makeGate, oneTaskTool, openTaskClient } from './task-client.js';
import { answerTo, cancellation, modern, reports, talk } from './wire.js';

const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } };
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
const missingTasks = {
  code: -32021,
  message: 'Missing required client capability',
  data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
};

afterEach(() => {
  vi.useRealTimers();
});

describe('capability negotiation (ext-tasks, capability negotiation)', () => {
  test('a server declares the extension when a tool has tasks', async () => {
    const [answer] = await talk(
      oneTaskTool(() => 'done'),
      [modern(1, 'server/discover')],
    );
    expect(answer?.['result'].capabilities).toEqual({
      extensions: { 'io.modelcontextprotocol/tasks': {} },
      logging: {},
      tools: {},
    });
  });

  test('a server without such a tool does not, and does not have the methods', async () => {
    const plain = oneTool(() => 'done');
    const answers = await talk(plain, [
      modern(1, 'server/discover'),
      ...['tasks/get', 'tasks/update', 'tasks/cancel'].map((method) => fromTaskClient(method, method, { taskId: 'x' })),
    ]);
    expect(answerTo(1, answers)['result'].capabilities).toEqual({ logging: {}, tools: {} });
    expect(answerTo('tasks/get', answers)['error'].code).toBe(-32601);
    expect(answerTo('tasks/update', answers)['error'].code).toBe(-32601);
    expect(answerTo('tasks/cancel', answers)['error'].code).toBe(-32601);
  });

  test.each([
    ['does not declare it', {}],
    ['declares the tasks of 2025-11-25 only', { tasks: { requests: { tools: { call: {} } } } }],
    ['declares it with what is no object', { extensions: { 'io.modelcontextprotocol/tasks': true } }],
  ])('a client that %s gets the plain answer', async (_, capabilities) => {
    const subject = oneTaskTool(() => 'done');
    const call = modern(
      1,
      'tools/call',
      { name: 'probe', task: {} },
      { 'io.modelcontextprotocol/clientCapabilities': capabilities },
    );
    expect((await talk(subject, [call]))[0]?.['result']).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: 'done' }],
      _meta: serverInfo,
    });
  });

  test('a client without it is refused by a tool that requires it, and by all methods', async () => {
    const handler = vi.fn<() => string>(() => 'done');
    const answers = await talk(oneTaskTool(handler, { support: 'required' }), [
      modern('call', 'tools/call', { name: 'probe' }),
      ...['tasks/get', 'tasks/update', 'tasks/cancel'].map((method) => modern(method, method, { taskId: 'x' })),
    ]);
    for (const id of ['call', 'tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect(answerTo(id, answers)['error']).toEqual(missingTasks);
    }
    expect(handler).not.toHaveBeenCalled();
  });

  test('the methods of other tasks do not exist', async () => {
    const answers = await talk(
      oneTaskTool(() => 'done'),
      ['tasks/result', 'tasks/list', 'tasks/toString'].map((method) => fromTaskClient(method, method, { taskId: 'x' })),
    );
    expect(answers.map((answer) => answer['error'].code)).toEqual([-32601, -32601, -32601]);
  });
});

describe('task creation (ext-tasks, task creation)', () => {
  test('a call is answered with the task at once, and the task with the result later', async () => {
    const gate = makeGate();
    const client = openTaskClient(
      oneTaskTool(async ({ word }) => {
        await gate.opened;
        return `Said ${String(word)}`;
      }),
    );
    const answer = await client.request('tools/call', { name: 'probe', arguments: { word: 'yes' } });
    const { taskId, createdAt } = answer['result'];
    expect(answer['result']).toEqual({
      resultType: 'task',
      taskId: expect.stringMatching(uuid),
      status: 'working',
      createdAt: expect.stringMatching(isoTime),
      lastUpdatedAt: createdAt,
      ttlMs: 3_600_000,
      pollIntervalMs: 1000,
      _meta: serverInfo,
    });
    expect(await client.get(taskId)).toEqual({ ...answer['result'], resultType: 'complete' });
    gate.open();
    expect(await client.until(taskId, 'completed')).toEqual({
      resultType: 'complete',
      taskId,
      status: 'completed',
      createdAt,
      lastUpdatedAt: expect.stringMatching(isoTime),
      ttlMs: 3_600_000,
      pollIntervalMs: 1000,
      result: { resultType: 'complete', content: [{ type: 'text', text: 'Said yes' }], _meta: serverInfo },
      _meta: serverInfo,
    });
  });

  test('the definition says how long it lives and how often to ask', async () => {
    const client = openTaskClient(oneTaskTool(() => 'done', { ttlMs: 50_000, pollIntervalMs: 20 }));
    const { result } = await client.request('tools/call', { name: 'probe' });
    expect(result).toMatchObject({ ttlMs: 50_000, pollIntervalMs: 20 });
  });

  test('wrong arguments are answered plainly, as is an unknown tool', async () => {
    const refuse = makeValidator(() => [
      { instancePath: '', keyword: 'required', params: { missingProperty: 'q' }, schemaPath: '#/required' },
    ]);
    const subject = oneTaskTool(() => 'done', {}, { validators: async () => ({ input: refuse }) });
    const answers = await talk(subject, [
      fromTaskClient(1, 'tools/call', { name: 'probe' }),
      fromTaskClient(2, 'tools/call', { name: 'other' }),
    ]);
    expect(answerTo(1, answers)['result']).toMatchObject({ resultType: 'complete', isError: true });
    expect(answerTo(2, answers)['error'].code).toBe(-32602);
  });

  test('other tools of the server are answered plainly', async () => {
    const definition = makeDefinition({
      tools: [makeTool('plain'), makeTool('probe', { task: { support: 'optional' } })],
    });
    const handlers = makeHandlers({ tools: { plain: () => 'now', probe: () => 'later' } });
    const [answer] = await talk({ definition, handlers }, [fromTaskClient(1, 'tools/call', { name: 'plain' })]);
    expect(answer?.['result']).toMatchObject({ resultType: 'complete', content: [{ text: 'now' }] });
  });

  test('each call is a task of its own', async () => {
    const client = openTaskClient(oneTaskTool(() => 'done'));
    const taskIds = [await client.begin(), await client.begin(), await client.begin()];
    expect(new Set(taskIds).size).toBe(3);
  });

  test('more than a thousand are refused until they are forgotten', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const client = openTaskClient(oneTaskTool(() => 'done', { ttlMs: 60_000 }));
    client.talk.send(...Array.from({ length: 1000 }, (_, id) => fromTaskClient(id, 'tools/call', { name: 'probe' })));
    for (let count = 0; count < 1000; count += 1) await client.talk.next();
    expect((await client.request('tools/call', { name: 'probe' }))['error']).toMatchObject({ code: 429 });
    vi.advanceTimersByTime(60_001);
    expect((await client.request('tools/call', { name: 'probe' }))['result']).toMatchObject({ resultType: 'task' });
  });
});

describe('what becomes of a task (ext-tasks, task execution errors)', () => {
  test('a tool error is a result', async () => {
    const client = openTaskClient(oneTaskTool(throwing(new Error('No disk left'))));
    const task = await client.until(await client.begin(), 'completed');
    expect(task['result']).toMatchObject({ isError: true, content: [{ type: 'text', text: 'No disk left' }] });
    expect(task).not.toHaveProperty('error');
  });

  test('a protocol error makes it fail', async () => {
    const client = openTaskClient(
      oneTaskTool(throwing(new ProtocolError(-32603, 'API rate limit exceeded', { retryAfterMs: 5 }))),
    );
    const task = await client.until(await client.begin(), 'failed');
    expect(task).toMatchObject({
      status: 'failed',
      statusMessage: 'API rate limit exceeded',
      error: { code: -32603, message: 'API rate limit exceeded', data: { retryAfterMs: 5 } },
    });
    expect(task).not.toHaveProperty('result');
  });

  test('a result that cannot be kept makes it fail', async () => {
    const client = openTaskClient(oneTaskTool(() => 'x'.repeat(5 * 1024 * 1024)));
    const task = await client.until(await client.begin(), 'failed');
    expect(task['error']).toEqual({ code: -32603, message: 'The state of the task is too large' });
    expect(reports.join('')).toContain('The state of the task is too large');
  });

  test('structured results, errors of builders and `_meta` are kept as they would be sent', async () => {
    const client = openTaskClient(
      oneTaskTool(({ fail }) => (fail === true ? error('no') : withMeta(text('yes'), { a: 1 }))),
    );
    const good = await client.until(await client.begin(), 'completed');
    expect(good['result']).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: 'yes' }],
      _meta: { a: 1, ...serverInfo },
    });
    const bad = await client.until(await client.begin({ fail: true }), 'completed');
    expect(bad['result']).toMatchObject({ isError: true });
  });

  test('a tool that takes longer than its `timeoutMs` ends with a tool error', async () => {
    const client = openTaskClient(oneTaskTool(() => new Promise(() => {}), {}, { timeoutMs: 20 }));
    const task = await client.until(await client.begin(), 'completed');
    expect(task['result']).toMatchObject({ isError: true, content: [{ text: 'Tool "probe" timed out after 20 ms' }] });
  });

  test('progress becomes its status message, and log messages are not sent', async () => {
    const gates = { second: makeGate(), end: makeGate() };
    const client = openTaskClient(
      oneTaskTool(async (_, context) => {
        context.log.emergency('unheard');
        context.progress(1, 3);
        await gates.second.opened;
        context.progress(2, 3, 'Page two of three');
        await gates.end.opened;
        return 'done';
      }),
    );
    const meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' };
    const { result } = await client.request('tools/call', { name: 'probe' }, meta);
    const { taskId } = result as { readonly taskId: string };
    const hasMessage = async (message: string): Promise<boolean> =>
      (await client.get(taskId))['statusMessage'] === message;
    await vi.waitUntil(() => hasMessage('1 of 3'), 30_000);
    gates.second.open();
    await vi.waitUntil(() => hasMessage('Page two of three'), 30_000);
    gates.end.open();
    expect(await client.until(taskId, 'completed')).not.toHaveProperty('statusMessage');
  });

  test('an id that does not exist is an error in all methods', async () => {
    const answers = await talk(
      oneTaskTool(() => 'done'),
      [
        fromTaskClient(1, 'tasks/get', { taskId: '786512e2-9e0d-44bd-8f29-789f320fe840' }),
        fromTaskClient(2, 'tasks/update', { taskId: 'x', inputResponses: {} }),
        fromTaskClient(3, 'tasks/cancel', { taskId: 'x' }),
        fromTaskClient(4, 'tasks/get', { taskId: 4 }),
        fromTaskClient(5, 'tasks/get'),
      ],
    );
    expect(answers.map((answer) => answer['error'].code)).toEqual([-32602, -32602, -32602, -32602, -32602]);
  });
});

describe('the time of a task (ext-tasks, task polling)', () => {
  test('a task is there for its time, and then forgotten', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const client = openTaskClient(oneTaskTool(() => 'done', { ttlMs: 60_000 }));
    const taskId = await client.begin();
    vi.advanceTimersByTime(59_000);
    expect(await client.get(taskId)).toMatchObject({ status: 'completed' });
    vi.advanceTimersByTime(2000);
    expect((await client.request('tasks/get', { taskId }))['error'].code).toBe(-32602);
  });

  test('a handler is stopped when its time is up', async () => {
    let signal: AbortSignal | undefined;
    const client = openTaskClient(
      oneTaskTool(
        (_, context) => {
          ({ signal } = context);
          return new Promise(() => {});
        },
        { ttlMs: 30 },
      ),
    );
    const taskId = await client.begin();
    expect(signal?.aborted).toBe(false);
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    await vi.waitFor(async () => {
      expect((await client.request('tasks/get', { taskId }))['error']).toEqual({
        code: -32602,
        message: 'Task not found',
      });
    });
  });

  test('what runs is stopped when the server stops', async () => {
    let signal: AbortSignal | undefined;
    const client = openTaskClient(
      oneTaskTool((_, context) => {
        ({ signal } = context);
        return new Promise(() => {});
      }),
    );
    await client.begin();
    expect(await client.talk.end()).toEqual([]);
    expect(signal?.reason).toEqual(new Error('The server is shutting down'));
  });
});

describe('cancellation (ext-tasks, task cancellation)', () => {
  test('a cancelled task is cancelled, and its handler told', async () => {
    const reasons: unknown[] = [];
    const client = openTaskClient(
      oneTaskTool(
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reasons.push(signal.reason);
              reject(new Error('stopped'));
            });
          }),
      ),
    );
    const taskId = await client.begin();
    expect((await client.request('tasks/cancel', { taskId }))['result']).toEqual({
      resultType: 'complete',
      _meta: serverInfo,
    });
    const task = await client.get(taskId);
    expect(task).toMatchObject({ status: 'cancelled' });
    expect(task).not.toHaveProperty('result');
    expect(reasons).toEqual([new Error('The client cancelled the task')]);
    expect((await client.request('tasks/cancel', { taskId }))['result']).toEqual({
      resultType: 'complete',
      _meta: serverInfo,
    });
    expect(reports).toEqual([]);
  });

  test('a task that is over stays what it is', async () => {
    const client = openTaskClient(oneTaskTool(() => 'done'));
    const taskId = await client.begin();
    await client.until(taskId, 'completed');
    expect((await client.request('tasks/cancel', { taskId }))['result']).toMatchObject({ resultType: 'complete' });
    expect(await client.get(taskId)).toMatchObject({ status: 'completed' });
  });

  test('cancelling the request that began it does nothing to it', async () => {
    const gate = makeGate();
    const client = openTaskClient(
      oneTaskTool(async (_, { signal }) => {
        await gate.opened;
        return `aborted: ${signal.aborted}`;
      }),
    );
    const taskId = await client.begin();
    client.talk.send(cancellation(1));
    expect(await client.get(taskId)).toMatchObject({ status: 'working' });
    gate.open();
    expect(await client.until(taskId, 'completed')).toMatchObject({
      result: { content: [{ text: 'aborted: false' }] },
    });
  });
});
