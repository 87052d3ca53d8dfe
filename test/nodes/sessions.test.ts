import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeBusyServer } from '../wire/http-fixture.js';
import { sessionHeaders, until } from '../wire/http-kit.js';
import { initialize, initialized, modern, request, type Wire } from '../wire/wire.js';
import { at, openNodes, storeKinds } from './nodes-kit.js';

const revisions = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;
const call = (id: unknown, name: string, args: object = {}, meta?: object): Wire =>
  request(id, 'tools/call', { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) });
const textOf = (message: Wire | undefined): string => message?.['result'].content[0].text;

describe.each(storeKinds)('sessions of several processes, $name', (kind) => {
  describe.each(revisions)('%s', (revision) => {
    test('a session that one process opened is served by another, in its revision', async () => {
      const [a, b] = await openNodes(kind, makeBusyServer());
      const session = await a.initialize(revision);
      const { status, messages } = await at(b, session).post(call(1, 'who'), { 'MCP-Protocol-Version': undefined });
      expect(status).toBe(200);
      expect(JSON.parse(textOf(messages[0])).revision).toBe(revision);
    });

    test('DELETE at one process ends the session at all, and what it does', async () => {
      const busy = makeBusyServer();
      const [a, b, c] = await openNodes(kind, busy);
      const session = await a.initialize(revision);
      const stream = await at(b, session).listen();
      const pending = at(c, session).post(call(1, 'wait'));
      await until(() => busy.waiting.length === 1);
      expect((await at(b, session).send('DELETE')).status).toBe(204);
      expect((await pending).messages).toEqual([]);
      expect(busy.stopped).toEqual(['The session was closed']);
      expect(await stream.rest()).toEqual([]);
      for (const node of [a, b, c]) {
        await expect.poll(async () => (await at(node, session).post(request(2, 'ping'))).status).toBe(404);
        await expect.poll(() => node.store.channels).toEqual(['changes']);
      }
    });
  });

  test('a session is initialized once, in one version, for every process', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const session = at(b, await a.initialize('2025-11-25'));
    const { status, messages } = await session.post(initialize('again', '2025-06-18'));
    expect([status, messages[0]?.['id'], messages[0]?.['error'].code]).toEqual([400, 'again', -32600]);
    const headers = { 'MCP-Protocol-Version': '2025-06-18' };
    expect((await session.post(request(1, 'ping'), headers)).status).toBe(400);
    expect((await session.send('GET', headers)).status).toBe(400);
    expect((await session.send('DELETE', headers)).status).toBe(400);
    expect((await session.post(request(1, 'ping'))).status).toBe(200);
  });

  test.each(['', 'made-up', '00000000-0000-0000-0000-000000000000', 'session:x', '../x'])(
    'an unknown session gets 404: %j',
    async (id) => {
      const [a] = await openNodes(kind, makeBusyServer());
      const headers = sessionHeaders(id, '2025-11-25');
      for (const message of [request(1, 'ping'), initialize(1, '2025-11-25')]) {
        expect((await a.post(message, headers)).status).toBe(404);
      }
      expect((await a.fetch({ method: 'GET', headers })).status).toBe(404);
      expect((await a.fetch({ method: 'DELETE', headers })).status).toBe(404);
    },
  );

  test('a session belongs to its principal at every process', async () => {
    const authenticate = (message: { header(name: string): string | undefined }) => ({
      principal: message.header('x-user') ?? 'nobody',
    });
    const [a, b, c] = await openNodes(kind, makeBusyServer(), { authenticate });
    const alice = await a.initialize('2025-11-25', { 'X-User': 'alice' });
    // Where the session is known already, and where it is not.
    await at(b, alice).post(request(1, 'ping'));
    for (const node of [a, b, c]) {
      for (const user of ['mallory', undefined]) {
        expect((await at(node, alice).post(request(2, 'ping'), { 'X-User': user })).status).toBe(404);
        expect((await at(node, alice).send('GET', { 'X-User': user })).status).toBe(404);
        expect((await at(node, alice).send('DELETE', { 'X-User': user })).status).toBe(404);
      }
      expect((await at(node, alice).post(request(3, 'ping'))).status).toBe(200);
    }
  });

  test('the log level that one process was told counts at all', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    const logsOf = async (id: number): Promise<readonly unknown[]> =>
      (await at(b, session).post(call(id, 'report'))).messages.filter(
        ({ method }) => method === 'notifications/message',
      );
    expect(await logsOf(1)).toHaveLength(1);
    // The other process learns of it by a message of the store.
    await session.post(request(2, 'logging/setLevel', { level: 'error' }));
    while ((await logsOf(3)).length > 0);
    await at(b, session).post(request(4, 'logging/setLevel', { level: 'debug' }));
    expect(await logsOf(5)).toHaveLength(1);
  });

  test('a notification that waits for a slow store gets status 202, and no event stream', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer(), { http: { keepAliveMs: 20 } });
    const session = at(b, await a.initialize('2025-11-25'));
    await session.post(request(1, 'ping'));
    const release = b.store.hold();
    const notifying = session.post(initialized);
    // A request, next to it, is answered with a stream by then.
    const asked = await session.stream(request(2, 'logging/setLevel', { level: 'error' }));
    release();
    const { status, body } = await notifying;
    expect([status, body]).toEqual([202, '']);
    expect((await asked.rest()).map(({ id }) => id)).toEqual([2]);
  });

  test('a request is cancelled through another process', async () => {
    const busy = makeBusyServer();
    const [a, b] = await openNodes(kind, busy);
    const session = await a.initialize('2025-11-25');
    const pending = session.post(call('long', 'wait'));
    await until(() => busy.waiting.length === 1);
    const params = { requestId: 'long', reason: 'enough' };
    const { status } = await at(b, session).post({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    expect(status).toBe(202);
    expect((await pending).messages).toEqual([]);
    expect(busy.stopped).toEqual(['The client cancelled the request: enough']);
  });

  test('a session that no process was asked for ends everywhere', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer(), { http: { sessionIdleMs: 200, keepAliveMs: 60 } });
    const session = await a.initialize('2025-11-25');
    await at(b, session).post(request(1, 'ping'));
    const key = `session:${session.headers['Mcp-Session-Id'] ?? ''}`;
    await vi.waitFor(async () => expect(await a.store.read(key)).toBeUndefined(), { timeout: 30_000 });
    for (const node of [a, b]) {
      await expect.poll(async () => (await at(node, session).post(request(2, 'ping'))).status).toBe(404);
    }
  });

  test('a caller has so many sessions at all processes together', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer(), { http: { maxSessions: 3 } });
    const open = async (node = a): Promise<number> => (await node.post(initialize(1, '2025-11-25'))).status;
    expect([await open(a), await open(b), await open(a)]).toEqual([200, 200, 200]);
    const refused = await b.post(initialize(1, '2025-11-25'));
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60']);
  });

  test('the session of a caller that was unused for the longest time makes room for another', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer(), { http: { maxSessions: 2 } });
    const [old, recent] = [await a.initialize('2025-11-25'), await b.initialize('2025-11-25')];
    const key = `session:${old.headers['Mcp-Session-Id'] ?? ''}`;
    const record = JSON.parse((await a.store.read(key)) ?? '{}') as object;
    await a.store.write(key, JSON.stringify({ ...record, renewed: 0 }), 60_000);
    expect((await b.post(initialize(1, '2025-11-25'))).status).toBe(200);
    for (const node of [a, b]) {
      await expect.poll(async () => (await at(node, old).post(request(2, 'ping'))).status).toBe(404);
      expect((await at(node, recent).post(request(2, 'ping'))).status).toBe(200);
    }
    expect((await a.post(initialize(1, '2025-11-25'))).status).toBe(503);
  });

  test('a session that was ended makes room for another', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer(), { http: { maxSessions: 1 } });
    const session = await a.initialize('2025-11-25');
    expect((await b.post(initialize(1, '2025-11-25'))).status).toBe(503);
    await at(b, session).send('DELETE');
    expect((await b.post(initialize(1, '2025-11-25'))).status).toBe(200);
  });

  test('calls of a known session, and modern calls, cost no command of the store', async () => {
    const [a] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    a.store.takeCommands();
    await session.post(call(1, 'who'));
    await session.post(request(2, 'tools/list'));
    await a.post(modern(3, 'tools/call', { name: 'who', arguments: {} }));
    expect(a.store.takeCommands().filter((command) => !command.includes(' node:'))).toEqual([]);
  });
});

test('a session that is used at one process lives on at the others', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const [memory] = storeKinds;
  if (memory === undefined) throw new Error('There are no stores');
  const [a, b] = await openNodes(memory, makeBusyServer(), { http: { sessionIdleMs: 2000, keepAliveMs: 100 } });
  const session = await a.initialize('2025-11-25');
  for (let turn = 0; turn < 30; turn += 1) {
    vi.advanceTimersByTime(100);
    expect((await session.post(request(turn, 'ping'))).status).toBe(200);
  }
  expect((await at(b, session).post(request('late', 'ping'))).status).toBe(200);
});
