import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpEndpoint } from '../../runtime/transports/http/endpoint.js';
import { resolveHttpOptions } from '../../runtime/transports/http/http-options.js';
import type { HttpRequestInfo } from '../../runtime/index.js';
import { openService } from '../kit/open-service.js';
import { oneTool } from './fixture-server.js';
import { makeBusyServer } from './http-fixture.js';
import { postOf, serve, until, type HttpTestSession } from './http-kit.js';
import { formatRequest, type RawHeaders } from './raw-http.js';
import { initialize, modern, reports, request, turn } from './wire.js';

const call = (id: unknown, name: string): object => request(id, 'tools/call', { name, arguments: {} });
const batch = (length: number, name: string, part = 0): readonly object[] =>
  Array.from({ length }, (_, id) => call(`${part}-${id}`, name));
/** All callers are who they say they are. */
const byName = ({ header }: HttpRequestInfo) => ({ principal: header('X-User') ?? 'nobody' });
const unfinished =
  'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';

describe('requests are counted before any work is done for them', () => {
  test('each entry of a batch counts: 40 batches of 400 calls do not run 16,000 handlers', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const session = await server.initialize('2025-03-26');
    const posts = Array.from({ length: 40 }, (_, part) => session.post(batch(400, 'wait', part)));
    let refused = 0;
    for (const post of posts) void post.then(({ status }) => (refused += Number(status === 503)));
    await until(() => refused === 39);
    // The requests of a batch do not all run at once.
    for (let begun = 16; begun <= 400; begun += 16) {
      await until(() => busy.waiting.length === begun);
      busy.release();
    }
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(busy.waiting.length).toBe(400);
  });

  test('a batch that is larger than one caller may ever ask for is refused with 400, not with 503', async () => {
    const server = await serve(makeBusyServer(), { http: { maxRequests: 10 } });
    const session = await server.initialize('2025-03-26');
    expect((await session.post(batch(6, 'echo'))).status).toBe(200);
    const { status, messages } = await session.post(batch(7, 'echo'));
    expect([status, messages[0]?.['error']]).toEqual([
      400,
      { code: -32600, message: 'Invalid Request: a batch can have at most 6 entries here' },
    ]);
  });

  test('requests that wait in authenticate count: 2,000 on one connection do not all wait', async () => {
    let waiting = 0;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const server = await serve(makeBusyServer(), {
      authenticate: async () => {
        waiting += 1;
        await released;
        return { principal: 'ann' };
      },
    });
    const connection = await server.connect();
    const one = formatRequest(postOf(modern(1, 'tools/list')));
    connection.socket.write(Buffer.concat(Array.from({ length: 2000 }, () => one)));
    await until(() => waiting === 501);
    await turn();
    expect(waiting).toBe(501);
    release();
    expect((await connection.readResponse()).status).toBe(200);
  });
});

describe('callsPerSecond is for a caller, not for a session', () => {
  const start = { callsPerSecond: 3 };

  test('a session per call changes nothing', async () => {
    const server = await serve(makeBusyServer(), { start });
    const codes: unknown[] = [];
    // A machine that is slow would give more than a second.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    for (let turn = 0; turn < 6; turn += 1) {
      const session = await server.initialize('2025-11-25');
      codes.push((await session.post(call(1, 'echo'))).messages[0]?.['error']?.code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, 429, 429, 429]);
  });

  test('principals at one address have a limit each', async () => {
    const server = await serve(makeBusyServer(), { start: { callsPerSecond: 1 }, authenticate: byName });
    for (const user of ['ann', 'bob', 'cleo']) {
      const { messages } = await server.post(modern(1, 'tools/call', { name: 'echo' }), { 'X-User': user });
      expect(messages[0]?.['result']).toBeDefined();
    }
  });

  test('a clock that steps back locks no client out', async () => {
    const server = await serve(makeBusyServer(), { start: { callsPerSecond: 20 } });
    const ask = async (): Promise<unknown> =>
      (await server.post(modern(1, 'tools/call', { name: 'echo' }))).messages[0]?.['error']?.code;
    expect(await ask()).toBeUndefined();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    for (let turn = 0; turn < 10; turn += 1) expect(await ask()).toBeUndefined();
    now.mockRestore();
  });
});

describe('no caller can take everything', () => {
  test('1,000 unfinished bodies keep no client out, from the same address either', async () => {
    const server = await serve(makeBusyServer());
    const idle = await Promise.all(Array.from({ length: 1010 }, () => server.connect()));
    for (const { socket } of idle) socket.write(unfinished);
    // Only 1,000 bodies are awaited: the oldest are given up.
    expect((await idle[0]?.readResponse())?.status).toBe(408);
    expect((await server.post(modern(1, 'tools/list'))).status).toBe(200);
    for (const { socket } of idle) socket.destroy();
    expect(reports).toEqual([]);
  });

  test.each([
    ['an address', undefined],
    ['a principal', byName],
  ])('running requests: %s has half, and is refused the rest with 503', async (_, authenticate) => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { maxRequests: 10 }, ...(authenticate && { authenticate }) });
    const posts = Array.from({ length: 10 }, (_unused, id) =>
      server.post(modern(id, 'tools/call', { name: 'wait' }), { 'X-User': 'ann' }),
    );
    await until(() => busy.waiting.length === 6);
    const other = await server.post(modern(1, 'tools/list'), { 'X-User': 'bob' });
    expect(other.status).toBe(authenticate === undefined ? 503 : 200);
    busy.release();
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 503, 503, 503, 503]);
  });

  test('sessions: a principal has half, another one still gets its own', async () => {
    const server = await serve(makeBusyServer(), { http: { maxSessions: 6 }, authenticate: byName });
    const open = async (user: string): Promise<number> =>
      (await server.post(initialize(1, '2025-11-25'), { 'X-User': user })).status;
    expect(await Promise.all(['ann', 'ann', 'ann', 'ann'].map(open))).toEqual([200, 200, 200, 200]);
    expect(await open('ann')).toBe(503);
    expect(await open('bob')).toBe(200);
  });

  test('sessions: a principal that has its share loses its own idle session, not that of another one', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await serve(makeBusyServer(), { http: { maxSessions: 4 }, authenticate: byName });
    const open = (user: string): Promise<HttpTestSession> => server.initialize('2025-11-25', { 'X-User': user });
    const [bobs, listening, idle] = [await open('bob'), await open('ann'), await open('ann')];
    const stream = await listening.listen();
    await idle.post(request(1, 'ping'));
    expect((await server.post(initialize(1, '2025-11-25'), { 'X-User': 'ann' })).status).toBe(503);
    vi.advanceTimersByTime(60_001);
    const latest = await open('ann');
    const statuses = [];
    for (const session of [bobs, listening, idle, latest])
      statuses.push((await session.post(request(1, 'ping'))).status);
    expect(statuses).toEqual([200, 200, 404, 200]);
    stream.close();
  });

  test('sessions: where there is no room at all, the one goes that was idle for the longest time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await serve(makeBusyServer(), { http: { maxSessions: 2 }, authenticate: byName });
    const open = (user: string): Promise<HttpTestSession> => server.initialize('2025-11-25', { 'X-User': user });
    const [bobs, anns] = [await open('bob'), await open('ann')];
    vi.advanceTimersByTime(60_001);
    const latest = await open('ann');
    const statuses = [];
    for (const session of [bobs, anns, latest]) statuses.push((await session.post(request(1, 'ping'))).status);
    expect(statuses).toEqual([404, 200, 200]);
  });

  test('streams: a principal has half, another one still gets its own', async () => {
    const server = await serve(makeBusyServer(), { http: { maxStreams: 4 }, authenticate: byName });
    const listen = (id: number): object =>
      modern(id, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    for (const id of [1, 2, 3]) await server.stream(listen(id), { 'X-User': 'ann' });
    expect((await server.post(listen(4), { 'X-User': 'ann' })).status).toBe(503);
    expect((await server.stream(listen(5), { 'X-User': 'bob' })).head.status).toBe(200);
  });

  test('connections: an address has half', async () => {
    const server = await serve(makeBusyServer(), { http: { maxRequests: 2, maxStreams: 2 } });
    const connections = await Promise.all(Array.from({ length: 8 }, () => server.connect()));
    const closed = new Set<number>();
    for (const [index, { socket }] of connections.entries()) void socket.ended.then(() => closed.add(index));
    await until(() => closed.size === 3);
    for (const [index, connection] of connections.entries()) {
      if (closed.has(index)) continue;
      connection.send(postOf(modern(1, 'tools/list')));
      expect((await connection.readResponse()).status).toBe(200);
    }
  });

  test.each([
    ['2001:db8::1', '2001:db8::2', 503],
    ['2001:db8::1', '2001:db8:0:0:7:8:9:a', 503],
    ['2001:db8::1', '2001:db8:0:1::1', 200],
    ['2001:db8:1:2:3::', '2001:db8:1:2::', 503],
    ['::1', '2001:db8::1', 200],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.2', 200],
    ['10.0.0.1', '10.0.0.2', 200],
    ['10.0.0.1', '10.0.0.1', 503],
    [undefined, undefined, 200],
  ])('addresses of one IPv6 network are one caller: %s and %s', async (first, second, expected) => {
    const busy = makeBusyServer();
    const service = openService(busy);
    const http = resolveHttpOptions({ maxRequests: 3 });
    const endpoint = new HttpEndpoint(service, { http, maxMessageBytes: 1000, sequential: false });
    const post = (remoteAddress: string | undefined, name: string): Promise<number> =>
      new Promise((resolve) => {
        const { headers = {}, body = '' } = postOf(modern(1, 'tools/call', { name }));
        const all: RawHeaders = { 'Content-Type': 'application/json', Host: 'localhost', ...headers };
        const byName = new Map(Object.entries(all).map(([key, value]) => [key.toLowerCase(), value]));
        const request = {
          method: 'POST',
          url: '/mcp',
          remoteAddress,
          header: (key: string) => byName.get(key.toLowerCase()),
          readBody: () => Promise.resolve(Buffer.from(body)),
        };
        const openStream = (): never => expect.unreachable();
        void endpoint.handle(request, { send: resolve, openStream, onDisconnect: () => {} });
      });
    const waiting = [post(first, 'wait'), post(first, 'wait')];
    await until(() => busy.waiting.length === 2);
    expect(await post(second, 'echo')).toBe(expected);
    busy.release();
    expect(await Promise.all(waiting)).toEqual([200, 200]);
  });

  test('a caller gets back what it took', async () => {
    const server = await serve(
      oneTool(() => 'x'),
      { http: { maxRequests: 1, maxSessions: 1 } },
    );
    for (let turn = 0; turn < 3; turn += 1) {
      const session = await server.initialize('2025-11-25');
      expect((await session.post(call(1, 'probe'))).status).toBe(200);
      await session.send('DELETE');
    }
  });
});

test('an unfinished head is cut off by default', async () => {
  // Node tells which server a request reaches; what the time does, `http-connections.test.ts` shows with a short one.
  const servers: Server[] = [];
  const note = (message: unknown): void => void servers.push((message as { readonly server: Server }).server);
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  const server = await serve(makeBusyServer());
  await server.post(modern(1, 'tools/list'));
  expect(servers.map(({ headersTimeout, requestTimeout }) => [headersTimeout, requestTimeout])).toEqual([
    [10_000, 30_000],
  ]);
});
