import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeBusyServer, openSession } from './http-fixture.js';
import { serve, sessionHeaders, until, type HttpTarget } from './http-kit.js';
import { legacyRevisions as revisions } from './revision-client.js';
import { cancellation, initialize, modern, request, type Wire } from './wire.js';

const call = (id: unknown, name: string, args: object = {}): Wire =>
  request(id, 'tools/call', { name, arguments: args });

describe.each(revisions)('sessions of %s (2025-11-25 basic/transports#session-management)', (revision) => {
  test('begin with initialize, which mints an id of visible characters', async () => {
    const server = await serve(makeBusyServer());
    const responses = await Promise.all([1, 2, 3].map((id) => server.post(initialize(id, revision))));
    for (const { status, headers, messages } of responses) {
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      expect(headers['mcp-session-id']).toMatch(/^[\x21-\x7e]{32,}$/u);
      expect(messages[0]?.['result'].protocolVersion).toBe(revision);
    }
    expect(new Set(responses.map(({ headers }) => headers['mcp-session-id'])).size).toBe(3);
    expect(responses.map(({ messages }) => messages[0]?.['id'])).toEqual([1, 2, 3]);
  });

  test('remember the revision, also when a request does not repeat it', async () => {
    const { session } = await openSession(revision);
    const { status, headers, messages } = await session.post(call('w', 'who'), { 'MCP-Protocol-Version': undefined });
    expect([status, headers['mcp-session-id']]).toEqual([200, undefined]);
    expect(JSON.parse(messages[0]?.['result'].content[0].text).revision).toBe(revision);
  });

  test('need their id: 400 without it', async () => {
    const server = await serve(makeBusyServer());
    const { headers } = await server.initialize(revision);
    const without = { ...headers, 'Mcp-Session-Id': undefined, 'MCP-Protocol-Version': '2025-11-25' };
    expect((await server.post(request(1, 'tools/list'), without)).status).toBe(400);
    expect((await server.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, without)).status).toBe(400);
    expect((await server.fetch({ method: 'GET', headers: without })).status).toBe(400);
    expect((await server.fetch({ method: 'DELETE', headers: without })).status).toBe(400);
  });

  test.each(['', 'made-up', '00000000-0000-0000-0000-000000000000', 'constructor'])(
    'that do not exist get 404: %j',
    async (id) => {
      const server = await serve(makeBusyServer());
      const headers = sessionHeaders(id, revision);
      for (const message of [request(1, 'ping'), initialize(1, revision)]) {
        const { status, messages } = await server.post(message, headers);
        expect([status, messages[0]?.['error'].code, messages[0]?.['id']]).toEqual([404, -32600, undefined]);
      }
      expect((await server.fetch({ method: 'GET', headers })).status).toBe(404);
      expect((await server.fetch({ method: 'DELETE', headers })).status).toBe(404);
    },
  );

  test('end with DELETE; after it they get 404', async () => {
    const { server, session } = await openSession(revision);
    const other = await server.initialize(revision);
    const stream = await session.listen();
    const { status, body } = await session.send('DELETE');
    expect([status, body]).toEqual([204, '']);
    expect(await stream.rest()).toEqual([]);
    expect((await session.post(request(1, 'ping'))).status).toBe(404);
    expect((await session.send('GET')).status).toBe(404);
    expect((await session.send('DELETE')).status).toBe(404);
    expect((await other.post(request(1, 'ping'))).status).toBe(200);
  });

  // 2025-11-25 basic/transports#sending-messages-to-the-server, item 5: a request gets an event stream or JSON.
  test.each([
    ['is cancelled', 'POST'],
    ['loses its session', 'DELETE'],
  ])('end a POST whose request %s with an event stream, or with JSON where that alone is taken', async (_, method) => {
    const { busy, session } = await openSession(revision);
    const streamed = session.post(call('a', 'wait'));
    const plain = session.post(call('b', 'wait'), { Accept: 'application/json' });
    await until(() => busy.waiting.length === 2);
    for (const requestId of method === 'POST' ? ['a', 'b'] : []) {
      const cancel = cancellation(requestId);
      expect((await session.post(cancel)).status).toBe(202);
    }
    if (method === 'DELETE') await session.send('DELETE');
    const { status, headers, body } = await streamed;
    expect([status, headers['content-type'], body]).toEqual([200, 'text/event-stream', '']);
    expect([(await plain).status, (await plain).headers['content-type']]).toEqual([200, 'application/json']);
    expect((await plain).messages).toEqual([
      { jsonrpc: '2.0', id: 'b', error: { code: -32000, message: 'The request was cancelled' } },
    ]);
    const reason = method === 'POST' ? 'The client cancelled the request' : 'The session was closed';
    expect(busy.stopped).toEqual([reason, reason]);
  });

  test('take notifications and responses with 202 and no body', async () => {
    const { session } = await openSession(revision);
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/nonsense', params: { a: 1 } },
      cancellation('unknown'),
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } },
    ]) {
      const { status, headers, body } = await session.post(message);
      expect([status, body, headers['content-type']]).toEqual([202, '', undefined]);
    }
  });

  test.each([
    ['a malformed notification', { jsonrpc: '2.0', method: 'notifications/initialized', params: [1] }, undefined],
    ['a notification of another JSON-RPC', { jsonrpc: '1.0', method: 'notifications/initialized' }, undefined],
    ['an object that is nothing', { jsonrpc: '2.0' }, undefined],
    ['an id of null', { jsonrpc: '2.0', id: null, method: 'ping' }, undefined],
    ['a request without a method', { jsonrpc: '2.0', id: 'x' }, 'x'],
    ['a string', 'ping', undefined],
  ])('refuse %s with 400', async (_, message, id) => {
    const { session } = await openSession(revision);
    const { status, messages } = await session.post(JSON.stringify(message));
    expect([status, messages[0]?.['error'].code, messages[0]?.['id']]).toEqual([400, -32600, id]);
    expect((await session.post(request(1, 'ping'))).status).toBe(200);
  });

  test('are apart from each other, also where ids are the same', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const [one, two] = [await server.initialize(revision), await server.initialize(revision)];
    const waiting = one.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 1);
    expect((await two.post(call(1, 'echo'))).status).toBe(200);
    await two.post(cancellation(1));
    await two.send('DELETE');
    busy.release();
    expect((await waiting).messages[0]?.['result'].content[0].text).toBe('waited');
  });

  test('refuse an id that is still in use, and leave its request alone', async () => {
    const { busy, session } = await openSession(revision);
    const first = session.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 1);
    const { status, messages } = await session.post(call(1, 'echo'));
    expect([status, messages[0]?.['id'], messages[0]?.['error'].code]).toEqual([400, 1, -32600]);
    busy.release();
    expect((await first).messages[0]?.['result'].content[0].text).toBe('waited');
    expect((await session.post(call(1, 'echo'))).status).toBe(200);
  });

  test('serve requests in their order when they are told to, and a ping at once', async () => {
    const { busy, session } = await openSession(revision, { start: { sequential: true } });
    const answered: unknown[] = [];
    const note = async (message: Wire): Promise<void> => {
      const { messages } = await session.post(message);
      answered.push(messages[0]?.['id']);
    };
    const slow = note(call('slow', 'wait'));
    await until(() => busy.waiting.length === 1);
    const next = note(call('next', 'echo'));
    await note(request('ping', 'ping'));
    busy.release();
    await Promise.all([slow, next]);
    expect(answered).toEqual(['ping', 'slow', 'next']);
  });

  test('are initialized once: another initialize is refused, and changes nothing', async () => {
    const { session } = await openSession(revision);
    for (const version of revisions) {
      const { status, messages } = await session.post(initialize('again', version));
      const error = { code: -32600, message: 'Invalid Request: already initialized' };
      expect([status, messages[0]?.['id'], messages[0]?.['error']]).toEqual([400, 'again', error]);
    }
    const { messages } = await session.post(call('w', 'who'));
    expect(JSON.parse(messages[0]?.['result'].content[0].text).revision).toBe(revision);
  });

  test.each(revisions.filter((version) => version !== '2025-11-25'))(
    'a version header of another protocol version gets 400: %s',
    async (version) => {
      const { session } = await openSession('2025-11-25');
      const headers = { 'MCP-Protocol-Version': version };
      const { status, messages } = await session.post(call('w', 'who'), headers);
      expect([status, messages[0]?.['error']]).toEqual([
        400,
        {
          code: -32600,
          message: "Bad Request: MCP-Protocol-Version differs from the session's version, 2025-11-25",
        },
      ]);
      expect((await session.send('GET', headers)).status).toBe(400);
      expect((await session.send('DELETE', headers)).status).toBe(400);
      expect((await session.post(request(1, 'ping'))).status).toBe(200);
    },
  );
});

describe('limits of sessions', () => {
  test('too many get 503, and a place is free again after DELETE', async () => {
    const server = await serve(makeBusyServer(), { http: { maxSessions: 4 } });
    const sessions = await Promise.all([1, 2, 3].map(() => server.initialize('2025-11-25')));
    const { status, headers } = await server.post(initialize(4, '2025-11-25'));
    expect([status, headers['mcp-session-id']]).toEqual([503, undefined]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    for (const session of sessions) expect((await session.post(request(1, 'ping'))).status).toBe(200);
    expect((await server.post(modern(1, 'tools/list'))).status).toBe(200);
    await sessions[0]?.send('DELETE');
    expect((await server.post(initialize(5, '2025-11-25'))).status).toBe(200);
  });

  test('of a thousand by default, one address may have half, and one more is refused', async () => {
    const server = await serve(makeBusyServer());
    const connection = await server.connect();
    for (let id = 0; id < 502; id += 1) connection.send({ body: JSON.stringify(initialize(id, '2025-11-25')) });
    for (let id = 0; id < 501; id += 1) expect((await connection.readResponse()).status).toBe(200);
    expect((await connection.readResponse()).status).toBe(503);
  });

  const keepAliveMs = 100;

  /** Lets the time of the sessions stand still until the test moves it on. */
  const stopClock = (): void => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  /** Moves the time on in steps of the keep-alive interval, each with time for what was sent to arrive. */
  const pass = async (server: HttpTarget, steps: number): Promise<void> => {
    for (let step = 0; step < steps; step += 1) {
      vi.advanceTimersByTime(keepAliveMs);
      await server.fetch({ method: 'GET', path: '/nowhere' });
    }
  };

  test('one that no client uses is closed after a while, one that is used is not', async () => {
    stopClock();
    const server = await serve(makeBusyServer(), { http: { sessionIdleMs: 600, keepAliveMs } });
    const [idle, used, listening] = await Promise.all([1, 2, 3].map(() => server.initialize('2025-11-25')));
    const stream = await listening?.listen();
    for (let turn = 0; turn < 12; turn += 1) {
      await pass(server, 1);
      expect((await used?.post(request(turn, 'ping')))?.status).toBe(200);
    }
    expect((await idle?.post(request(1, 'ping')))?.status).toBe(404);
    expect((await listening?.post(request(1, 'ping')))?.status).toBe(200);
    stream?.close();
  });

  test('one whose request runs is in use', async () => {
    stopClock();
    const { busy, session } = await openSession('2025-11-25', { http: { sessionIdleMs: 250, keepAliveMs } });
    const pending = session.post(call(1, 'wait'), { Accept: 'application/json' });
    await until(() => busy.waiting.length === 1);
    await pass(session.server, 4);
    busy.release();
    expect((await pending).messages[0]?.['result'].content[0].text).toBe('waited');
  });

  test('one whose stream broke off was in use until then', async () => {
    stopClock();
    const { session } = await openSession('2025-11-25', { http: { sessionIdleMs: 250, keepAliveMs } });
    const stream = await session.listen();
    await pass(session.server, 4);
    stream.close();
    await pass(session.server, 1);
    expect((await session.post(request(1, 'ping'))).status).toBe(200);
    await pass(session.server, 4);
    expect((await session.post(request(2, 'ping'))).status).toBe(404);
  });

  test('an initialize that is refused opens none', async () => {
    const busy = makeBusyServer();
    const server = await serve(
      { ...busy, definition: { ...busy.definition, negotiation: 'strict' } },
      { http: { maxSessions: 1 } },
    );
    const { headers, messages } = await server.post(initialize(1, '2020-01-01'));
    expect([headers['mcp-session-id'], messages[0]?.['error'].code]).toEqual([undefined, -32602]);
    expect((await server.post(initialize(2, '2025-11-25'))).status).toBe(200);
  });
});
