import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { error, ProtocolError, text, withMeta } from '../../runtime/index.js';
import { nameSchema, type Asking } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, makeValidator, oneTool } from './fixture-server.js';
import { serve } from './http-kit.js';
import { converseIn, legacyRevisions, talkIn } from './revision-client.js';
import { fromTaskClient, makeGate, oneTaskTool } from './task-client.js';
import {
  answerTo,
  cancellation,
  converse,
  initialize,
  initialized,
  request,
  talk,
  turn,
  type Subject,
  type Wire,
} from './wire.js';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u;
const relatedTo = (taskId: unknown) => ({ 'io.modelcontextprotocol/related-task': { taskId } });

/** Task as every answer of the revision has it. */
const aTask = (status: string, more: object = {}): object => ({
  taskId: expect.stringMatching(uuid),
  status,
  createdAt: expect.stringMatching(isoTime),
  lastUpdatedAt: expect.stringMatching(isoTime),
  ttl: 3_600_000,
  pollInterval: 1000,
  ...more,
});

/** Client of 2025-11-25 on stdio. Every method gives the answer of the server. */
interface CoreClient {
  request(method: string, params?: object): Promise<Wire>;
  send(...messages: readonly object[]): void;
  next(): Promise<Wire>;
  /** Calls the tool as a task, and gives its id. */
  begin(args?: object): Promise<string>;
  /** Asks until the task has a status. */
  until(taskId: string, status: string): Promise<Wire>;
}

async function open(
  subject: Subject,
  capabilities: object = { elicitation: { form: {} }, roots: {} },
): Promise<CoreClient> {
  const conversation = converse(subject);
  await conversation.ask(initialize('hello', '2025-11-25', capabilities));
  conversation.send(initialized);
  let last = 0;
  const send: CoreClient['request'] = (method, params = {}) => {
    last += 1;
    return conversation.ask(request(last, method, params));
  };
  return {
    ...conversation,
    request: send,
    begin: async (args = {}) => {
      const answer = await send('tools/call', { name: 'probe', arguments: args, task: { ttl: 60_000 } });
      return answer['result'].task.taskId as string;
    },
    until: async (taskId, status) => {
      for (;;) {
        const { result } = await send('tasks/get', { taskId });
        if (result.status === status) return result as Wire;
        if (!['working', 'input_required'].includes(result.status as string)) throw new Error(JSON.stringify(result));
        await turn();
      }
    },
  };
}

const asking: Asking = async (_input, context) => {
  const answer = await context.elicit('Name?', nameSchema, { key: 'name' });
  return answer.action === 'accept' ? `Hello, ${String(answer.content['name'])}!` : answer.action;
};

describe('capability negotiation (2025-11-25, tasks)', () => {
  test.each(legacyRevisions)('only 2025-11-25 has the capability and the methods: %s', async (revision) => {
    const isCore = revision === '2025-11-25';
    const answers = await talk(
      oneTaskTool(() => 'done'),
      [
        initialize(0, revision),
        request('call', 'tools/call', { name: 'probe', arguments: {}, task: { ttl: 60_000 } }),
        ...['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list', 'tasks/update'].map((method) =>
          request(method, method, { taskId: 'x' }),
        ),
      ],
    );
    expect(answerTo(0, answers)['result'].capabilities).toEqual({
      logging: {},
      tools: {},
      ...(isCore ? { tasks: { cancel: {}, requests: { tools: { call: {} } } } } : {}),
    });
    expect(Object.keys(answerTo('call', answers)['result'])).toEqual([isCore ? 'task' : 'content']);
    const codes = ['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/list', 'tasks/update'].map(
      (method) => answerTo(method, answers)['error'].code,
    );
    expect(codes).toEqual([...Array<number>(3).fill(isCore ? -32602 : -32601), -32601, -32601]);
  });

  test('a server without tools that have tasks ignores the metadata of a task', async () => {
    const answers = await talkIn(
      '2025-11-25',
      oneTool(() => 'done'),
      [request(1, 'tools/call', { name: 'probe', arguments: {}, task: {} }), request(2, 'tasks/get', { taskId: 'x' })],
    );
    expect(answerTo(1, answers)['result']).toEqual({ content: [{ type: 'text', text: 'done' }] });
    expect(answerTo(2, answers)['error'].code).toBe(-32601);
  });

  test('a tool without tasks cannot be called as one', async () => {
    const tools = [makeTool('never'), makeTool('maybe', { task: { support: 'optional' } })];
    const definition = makeDefinition({ tools, capabilities: { tasks: true } as never });
    const handlers = makeHandlers({ tools: { never: () => 'done', maybe: () => 'done' } });
    const answers = await talkIn('2025-11-25', { definition, handlers }, [
      request(1, 'tools/call', { name: 'never', task: {} }),
      request(2, 'tools/call', { name: 'unknown', task: {} }),
      request(3, 'tools/call', { name: 'maybe', task: true }),
    ]);
    expect([1, 2, 3].map((id) => answerTo(id, answers)['error'])).toEqual([
      { code: -32601, message: 'Tool "never" cannot be called as a task' },
      { code: -32602, message: 'Unknown tool: unknown' },
      { code: -32602, message: 'Invalid params: "task" must be an object' },
    ]);
  });
});

describe('the life of a task (2025-11-25, tasks)', () => {
  test('a call becomes a task at once, which is polled and gives its result', async () => {
    let finish = (_text: string): void => {};
    const result = new Promise<string>((resolve) => (finish = resolve));
    const client = await open(oneTaskTool(() => result, { support: 'required' }));
    const params = { name: 'probe', arguments: {}, task: { ttl: 60_000 } };
    const created = (await client.request('tools/call', params))['result'];
    expect(created).toEqual({ task: aTask('working') });
    const { taskId } = created.task;
    // Metadata of the request does not count.
    const get = await client.request('tasks/get', { taskId, _meta: relatedTo('another') });
    expect(get['result']).toEqual(aTask('working', { taskId }));
    finish('done');
    expect(await client.until(taskId, 'completed')).toEqual(aTask('completed', { taskId }));
    expect((await client.request('tasks/result', { taskId }))['result']).toEqual({
      content: [{ type: 'text', text: 'done' }],
      _meta: relatedTo(taskId),
    });
  });

  test('its result waits for its end, and keeps its own metadata', async () => {
    let finish = (): void => {};
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const client = await open(
      oneTaskTool(async (_input, context) => {
        context.progress(1, 2, 'half');
        await gate;
        return withMeta(text('done'), { 'example.com/mine': 1 });
      }),
    );
    const taskId = await client.begin();
    const status = await client.request('tasks/result', { taskId });
    expect(status).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tasks/status',
      params: aTask('working', { taskId, statusMessage: 'half' }),
    });
    finish();
    expect(await client.next()).toMatchObject({
      method: 'notifications/tasks/status',
      params: { taskId, status: 'completed' },
    });
    expect((await client.next())['result']).toEqual({
      content: [{ type: 'text', text: 'done' }],
      _meta: { 'example.com/mine': 1, ...relatedTo(taskId) },
    });
  });

  test.each([
    ['a tool error', oneTaskTool(() => error('The file is locked')), 'The file is locked'],
    [
      'wrong arguments',
      oneTaskTool(
        () => 'done',
        {},
        {
          validators: async () => ({
            input: makeValidator(() => [{ instancePath: '', keyword: 'required', params: { missingProperty: 'q' } }]),
          }),
        },
      ),
      expect.stringContaining('Invalid arguments for tool "probe"'),
    ],
  ])('with %s it has failed, and has the result that the call has', async (_, subject, statusMessage) => {
    const client = await open(subject);
    const taskId = await client.begin();
    expect(await client.until(taskId, 'failed')).toEqual(aTask('failed', { taskId, statusMessage }));
    expect((await client.request('tasks/result', { taskId }))['result']).toEqual({
      content: [{ type: 'text', text: statusMessage }],
      isError: true,
      _meta: relatedTo(taskId),
    });
  });

  test('with a JSON-RPC error it has failed, and gives that error', async () => {
    const client = await open(
      oneTaskTool(() => {
        throw new ProtocolError(7, 'No', { why: 'so' });
      }),
    );
    const taskId = await client.begin();
    expect(await client.until(taskId, 'failed')).toEqual(aTask('failed', { taskId, statusMessage: 'No' }));
    const answer = await client.request('tasks/result', { taskId });
    expect(answer['error']).toEqual({ code: 7, message: 'No', data: { why: 'so' } });
  });

  test('a call whose task begins with its handler is a task as well', async () => {
    const plain = await open(oneTaskTool(() => 'done', { begins: 'handler' }));
    const taskId = await plain.begin();
    expect((await plain.request('tasks/result', { taskId }))['result'].content).toEqual([
      { type: 'text', text: 'done' },
    ]);
  });

  test('clients of the extension see the same task', async () => {
    const client = await open(oneTaskTool(() => 'done'));
    client.send(fromTaskClient('modern', 'tools/call', { name: 'probe', arguments: {} }));
    const { taskId } = (await client.next())['result'];
    await client.until(taskId, 'completed');
    expect((await client.request('tasks/result', { taskId }))['result']).toMatchObject({
      content: [{ type: 'text', text: 'done' }],
      _meta: relatedTo(taskId),
    });
    const own = await client.begin();
    await client.until(own, 'completed');
    client.send(fromTaskClient('get', 'tasks/get', { taskId: own }));
    expect((await client.next())['result']).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'done' }] },
    });
  });
});

describe('questions of a task (2025-11-25, input required status)', () => {
  test('are put by tasks/result, and belong to the task', async () => {
    const client = await open(oneTaskTool(asking));
    const taskId = await client.begin();
    await client.until(taskId, 'input_required');
    const asked = await client.request('tasks/result', { taskId });
    expect(asked).toEqual({
      jsonrpc: '2.0',
      id: 'elicit_1',
      method: 'elicitation/create',
      params: { message: 'Name?', requestedSchema: nameSchema, _meta: relatedTo(taskId) },
    });
    client.send({ jsonrpc: '2.0', id: 'elicit_1', result: { action: 'accept', content: { name: 'Ann' } } });
    const statuses = [await client.next(), await client.next()].map(({ params }) => params?.status);
    expect(statuses).toEqual(['working', 'completed']);
    expect((await client.next())['result'].content).toEqual([{ type: 'text', text: 'Hello, Ann!' }]);
  });

  test('end the task when the client refuses them', async () => {
    const client = await open(oneTaskTool(async (_input, context) => JSON.stringify(await context.roots())));
    const taskId = await client.begin();
    await client.until(taskId, 'input_required');
    expect(await client.request('tasks/result', { taskId })).toMatchObject({ method: 'roots/list' });
    client.send({ jsonrpc: '2.0', id: 'roots_1', error: { code: -1, message: 'Not today' } });
    const statusMessage = 'The client refused roots/list: Not today';
    expect(await client.next()).toMatchObject({ params: { status: 'cancelled', statusMessage } });
    expect((await client.next())['error']).toEqual({
      code: -32603,
      message: `The task was cancelled: ${statusMessage}`,
    });
  });

  test('fail as in any other call where the client lacks the capability', async () => {
    const client = await open(oneTaskTool(asking), {});
    const taskId = await client.begin();
    const statusMessage = 'The client cannot be asked: it has not declared the capability elicitation.form';
    expect(await client.until(taskId, 'failed')).toMatchObject({ statusMessage });
  });
});

describe('cancellation (2025-11-25, task cancellation)', () => {
  test('stops the handler, and is answered with the cancelled task', async () => {
    const stopped = makeGate();
    const client = await open(
      oneTaskTool((_input, { signal }) => {
        signal.addEventListener('abort', stopped.open);
        return new Promise(() => {});
      }),
    );
    const taskId = await client.begin();
    const statusMessage = 'The client cancelled the task';
    const cancelled = aTask('cancelled', { taskId, statusMessage });
    expect((await client.request('tasks/cancel', { taskId }))['result']).toEqual(cancelled);
    await stopped.opened;
    expect((await client.request('tasks/get', { taskId }))['result']).toEqual(cancelled);
    expect((await client.request('tasks/cancel', { taskId }))['error']).toEqual({
      code: -32602,
      message: "Cannot cancel task: already in terminal status 'cancelled'",
    });
    expect((await client.request('tasks/result', { taskId }))['error']).toEqual({
      code: -32603,
      message: `The task was cancelled: ${statusMessage}`,
    });
  });

  test('of tasks/result stops the waiting, not the task', async () => {
    let finish = (_text: string): void => {};
    const result = new Promise<string>((resolve) => (finish = resolve));
    const client = await open(oneTaskTool(() => result));
    const taskId = await client.begin();
    client.send(request('wait', 'tasks/result', { taskId }), cancellation('wait'));
    expect((await client.request('tasks/get', { taskId }))['result'].status).toBe('working');
    finish('done');
    await client.until(taskId, 'completed');
  });
});

describe.each(legacyRevisions)('a tool that requires tasks is called without one in revision %s', (revision) => {
  const call = request(1, 'tools/call', { name: 'probe', arguments: {}, _meta: { progressToken: 'p' } });

  test.each([undefined, 'handler'] as const)(
    'and answers the call itself, with progress (begins: %s)',
    async (begins) => {
      const handler: Asking = async (_input, context) => {
        context.progress(1, 2, 'half');
        await context.startTask();
        context.progress(2, 2, 'whole');
        return 'done';
      };
      const subject = oneTaskTool(handler, { support: 'required', ...(begins && { begins }) });
      const messages = await talkIn(revision, subject, [call]);
      expect(messages.slice(0, -1).map(({ params }) => [params.progressToken, params.progress])).toEqual([
        ['p', 1],
        ['p', 2],
      ]);
      expect(messages.at(-1)).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: 'done' }] },
      });
    },
  );

  test('and is stopped when the client cancels the request', async () => {
    const stopped = makeGate();
    const handler: Asking = (_input, context) => {
      context.signal.addEventListener('abort', stopped.open);
      context.progress(1);
      return new Promise(() => {});
    };
    const opened = await converseIn(revision, oneTaskTool(handler, { support: 'required' }));
    expect(await opened.ask(call)).toMatchObject({ method: 'notifications/progress' });
    opened.send(cancellation(1));
    await stopped.opened;
    expect(await opened.end()).toEqual([]);
  });
});

test('a task exists only for the principal that began it', async () => {
  const authenticate = (incoming: { header(name: string): string | undefined }) => ({
    principal: incoming.header('x-user') ?? 'nobody',
  });
  const server = await serve(
    oneTaskTool(() => 'done'),
    { authenticate },
  );
  const [ann, bob] = await Promise.all(
    ['ann', 'bob'].map((user) => server.initialize('2025-11-25', { 'X-User': user })),
  );
  const { messages } = (await ann?.post(request(1, 'tools/call', { name: 'probe', task: {} }))) ?? { messages: [] };
  const { taskId } = messages[0]?.['result']?.task ?? {};
  for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
    const answer = await bob?.post(request(2, method, { taskId }));
    expect(answer?.messages[0]?.['error']).toEqual({ code: -32602, message: 'Task not found' });
  }
  const own = await ann?.post(request(3, 'tasks/result', { taskId }));
  expect(own?.messages.at(-1)?.['result'].content).toEqual([{ type: 'text', text: 'done' }]);
});

test('the official client of 2025-11-25 follows a task over HTTP, and answers its question', async () => {
  const server = await serve(oneTaskTool(asking, { support: 'required', pollIntervalMs: 5 }));
  const client = new Client({ name: 'v1', version: '1.0.0' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ann' } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
  onTestFinished(() => client.close());
  const stream = client.experimental.tasks.callToolStream({ name: 'probe', arguments: {} }, undefined, {
    task: { ttl: 60_000 },
  });
  const seen: string[] = [];
  for await (const message of stream) {
    if (message.type === 'error') throw message.error;
    if (message.type === 'result') seen.push(JSON.stringify(message.result.content));
    else seen.push(`${message.type}: ${message.task.status}`);
  }
  expect([...new Set(seen)].filter((each) => each !== 'taskStatus: working')).toEqual([
    'taskCreated: working',
    'taskStatus: input_required',
    '[{"type":"text","text":"Hello, Ann!"}]',
  ]);
});
