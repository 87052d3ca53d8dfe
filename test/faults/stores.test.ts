import { describe, expect, test } from 'vitest';
import { ProtocolError, type TaskRecord } from '../../runtime/index.js';
import { nameSchema } from '../wire/asking.js';
import { later, until } from '../wire/http-kit.js';
import { fromTaskClient, oneTaskTool } from '../wire/task-client.js';
import { converse, feed, parseLines, reports, request, type Wire } from '../wire/wire.js';
import { FaultyStore, hanging, rejecting, returning, throwing } from './inject/stores.js';

const taskIdOf = (answer: Wire): string => (answer['result'] as Wire)['taskId'] as string;
const call = (id: number): Wire => fromTaskClient(id, 'tools/call', { name: 'probe' });
const get = (id: number, taskId: string): Wire => fromTaskClient(id, 'tasks/get', { taskId });
const internal = { error: { code: -32603, message: 'Internal error' } };

/** A conversation with a server whose tool runs until it is stopped, and whose store can be broken. */
function openStore(handler: Parameters<typeof oneTaskTool>[0] = () => new Promise(() => {})) {
  const store = new FaultyStore();
  return { store, client: converse(oneTaskTool(handler), { taskStore: store, shutdownTimeoutMs: 100 }) };
}

describe.each([
  ['throws', throwing],
  ['rejects', rejecting],
])('a store that %s', (_, fault) => {
  test('when a change is written, stops the task and its handler', async () => {
    let reason: unknown;
    const { store, client } = openStore(
      (_input, { signal, progress }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            store.restore();
          });
          progress(1, 2);
        }),
    );
    store.break('replace', fault);
    const taskId = taskIdOf(await client.ask(call(1)));
    await until(() => reason !== undefined);
    expect(reason).toMatchObject({ message: 'Internal error' });
    expect((await client.ask(get(2, taskId)))['result']).toMatchObject({
      status: 'failed',
      error: { code: -32603, message: 'Internal error' },
    });
    expect(reports.join('')).toContain('TASK | ERROR: the store has lost its connection');
  });

  test('when a task begins, is an internal error of the call', async () => {
    const { store, client } = openStore(() => 'done');
    store.break('add', fault);
    expect(await client.ask(call(1))).toMatchObject({ id: 1, ...internal });
    expect(reports.join('')).toContain('TASK | ERROR: the store has lost its connection');
    store.restore();
    expect(taskIdOf(await client.ask(call(2)))).toMatch(/^[\da-f-]{36}$/u);
  });

  test('when several changes are written, is reported twice: for the first one, and for the failure', async () => {
    const actions: string[] = [];
    const { store, client } = openStore(async (_input, { elicit }) => {
      const answers = await Promise.all(['a', 'b', 'c'].map((key) => elicit('Name?', nameSchema, { key })));
      actions.push(...answers.map(({ action }) => action));
    });
    store.break('replace', fault);
    const taskId = taskIdOf(await client.ask(call(1)));
    await until(() => actions.length > 0);
    expect(actions).toEqual(['cancel', 'cancel', 'cancel']);
    expect((await client.ask(get(2, taskId)))['result']).toMatchObject({ taskId, status: 'working' });
    expect(reports).toHaveLength(2);
  });
});

test('a store that rejects when a task is read, is an internal error of the request', async () => {
  const { store, client } = openStore();
  const taskId = taskIdOf(await client.ask(call(1)));
  store.break('read', rejecting);
  expect(await client.ask(get(2, taskId))).toMatchObject({ id: 2, ...internal });
  store.restore();
  expect((await client.ask(get(3, taskId)))['result']).toMatchObject({ status: 'working' });
});

test('a protocol error of a store is the answer', async () => {
  const { store, client } = openStore();
  store.break('add', () => Promise.reject(new ProtocolError(429, 'No more cakes')));
  expect((await client.ask(call(1)))['error']).toEqual({ code: 429, message: 'No more cakes' });
});

test('a task that runs in another process, which shares the store, takes no answers here', async () => {
  const { store, client } = openStore(async (_input, { elicit }) => (await elicit('Name?', nameSchema)).action);
  const taskId = taskIdOf(await client.ask(call(1)));
  const other = converse(
    oneTaskTool(() => 'done'),
    { taskStore: store, shutdownTimeoutMs: 100 },
  );
  expect((await other.ask(get(1, taskId)))['result']).toMatchObject({ taskId });
  const update = fromTaskClient(2, 'tasks/update', { taskId, inputResponses: { ask: { action: 'decline' } } });
  expect((await other.ask(update))['error']).toEqual({
    code: -32603,
    message: 'The task is not running in this process',
  });
  expect((await client.ask(update))['result']).toMatchObject({ resultType: 'complete' });
  expect((await client.ask(get(3, taskId)))['result']).toMatchObject({ status: 'completed' });
  expect((await other.ask({ ...update, id: 4 }))['result']).toMatchObject({ resultType: 'complete' });
});

describe('a store that never answers', () => {
  test.each(['add', 'read', 'replace'] as const)(
    '%s, blocks its own request only, and the end for `shutdownTimeoutMs`',
    async (method) => {
      const store = new FaultyStore();
      const client = converse(
        oneTaskTool(() => new Promise(() => {})),
        { taskStore: store, shutdownTimeoutMs: 150 },
      );
      const taskId = method === 'add' ? 'none' : taskIdOf(await client.ask(call(1)));
      store.break(method, hanging);
      const blocked = { add: call(2), read: get(2, taskId), replace: fromTaskClient(2, 'tasks/cancel', { taskId }) };
      client.send(blocked[method]);
      expect(await client.ask(fromTaskClient(3, 'server/discover'))).toMatchObject({ id: 3, result: {} });
      const begun = performance.now();
      expect(await client.end()).toEqual([]);
      expect(performance.now() - begun).toBeGreaterThan(140);
    },
  );
});

describe('a store that returns', () => {
  const wrong: readonly (readonly [name: string, make: (record: TaskRecord) => unknown, reason: string])[] = [
    ['a text', () => 'lost', 'did not return an object'],
    ['a list', () => [], 'did not return an object'],
    ['another task', (record) => ({ ...record, taskId: 'other' }), 'whose taskId is invalid'],
    ['an unknown status', (record) => ({ ...record, status: 'done' }), 'whose status is invalid'],
    ['half a record', ({ taskId, status }) => ({ taskId, status }), 'whose createdAt is invalid'],
    ['a status in numbers', (record) => ({ ...record, statusMessage: 7 }), 'whose statusMessage is invalid'],
    [
      'the time of the last change in numbers',
      (record) => ({ ...record, lastUpdatedAt: 0 }),
      'whose lastUpdatedAt is invalid',
    ],
    ['an endless time', (record) => ({ ...record, pollIntervalMs: Infinity }), 'whose pollIntervalMs is invalid'],
    ['a BigInt', (record) => ({ ...record, ttlMs: 1n }), 'whose ttlMs is invalid'],
    [
      'a result that was cut short',
      (record) => ({ ...record, detail: '"result":{"content":[' }),
      'whose detail is invalid',
    ],
    ['a result on two lines', (record) => ({ ...record, detail: '"result":\n{}' }), 'whose detail is invalid'],
    ['a result that is no text', (record) => ({ ...record, detail: { result: {} } }), 'whose detail is invalid'],
  ];

  test.each(wrong)('%s, is reported and sends no torn line', async (_, make, reason) => {
    const { store, client } = openStore();
    const taskId = taskIdOf(await client.ask(call(1)));
    store.break('read', returning(make));
    expect(await client.ask(get(2, taskId))).toMatchObject({ id: 2, ...internal });
    expect(reports.join('')).toContain(reason);
  });

  test('`null` for an unknown task says that there is none', async () => {
    const { store, client } = openStore();
    store.break('read', () => Promise.resolve(null));
    expect((await client.ask(get(1, 'unknown')))['error']).toMatchObject({ code: -32602, message: 'Task not found' });
  });

  test('`null` for what is missing, as data bases do, returns the task', async () => {
    const { store, client } = openStore();
    const taskId = taskIdOf(await client.ask(call(1)));
    const nothing = { statusMessage: null, detail: null, principal: null };
    store.break(
      'read',
      returning((record) => ({ ...record, ...nothing })),
    );
    const { result } = await client.ask(get(2, taskId));
    expect(result).toMatchObject({ taskId, status: 'working' });
    expect(result).not.toHaveProperty('statusMessage');
  });
});

test('progress of a task whose message is no text leaves the task readable', async () => {
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  const { client } = openStore((_input, { progress }) => {
    for (const odd of [cycle, 1n, Symbol('odd')]) progress(1, 2, odd as unknown as string);
    progress(Symbol('odd') as unknown as number);
    return new Promise(() => {});
  });
  const taskId = taskIdOf(await client.ask(call(1)));
  await later(120);
  expect((await client.ask(get(2, taskId)))['result']).toMatchObject({ status: 'working', statusMessage: '1 of 2' });
});

test('a store that fails at the end does not keep the server from ending', async () => {
  const store = new FaultyStore().break('replace', rejecting);
  const subject = oneTaskTool(() => new Promise(() => {}));
  const lines = [call(1), request(2, 'ping')].map((message) => `${JSON.stringify(message)}\n`).join('');
  const answers = parseLines(await feed(subject, [lines], { taskStore: store, shutdownTimeoutMs: 5000 }));
  expect(answers.map(({ id }) => id as number).toSorted()).toEqual([1, 2]);
});
