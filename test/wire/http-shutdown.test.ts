import { describe, expect, test } from 'vitest';
import { makeBusyServer, openSession } from './http-fixture.js';
import { arrive, serve, until, untilClosed } from './http-kit.js';
import { initialize, modern, reports, request } from './wire.js';

describe('the end of the server', () => {
  test('what runs is answered, whatever its era', async () => {
    const { busy, server, session } = await openSession('2025-11-25', { start: { shutdownTimeoutMs: 600_000 } });
    const answers = [
      session.post(request(1, 'tools/call', { name: 'wait', arguments: {} })),
      server.post(modern(2, 'tools/call', { name: 'wait' })),
    ];
    await until(() => busy.waiting.length === 2);
    const stopped = server.stop();
    await untilClosed(server);
    busy.release();
    await stopped;
    expect((await Promise.all(answers)).map(({ status, messages }) => [status, messages[0]?.['id']])).toEqual([
      [200, 1],
      [200, 2],
    ]);
  });

  const message = 'The server is shutting down and has stopped the request, which may have been partly executed.';
  const error = { code: -32603, message, data: { reason: 'server-ended' } };
  const wait = (id: number) => request(id, 'tools/call', { name: 'wait', arguments: {} });

  test('what takes too long is stopped, and answered with an error after which the client may try again', async () => {
    const { busy, server, session } = await openSession('2025-11-25', { start: { shutdownTimeoutMs: 50 } });
    const part = request(3, 'tools/call', { name: 'part', arguments: {}, _meta: { progressToken: 't' } });
    const pending = [session.post(wait(1)), server.post(modern(2, 'tools/call', { name: 'wait' }))];
    await until(() => busy.waiting.length === 2);
    const stream = await session.stream(part);
    const event = await stream.nextEvent();
    const rest = (await session.listen(event?.id)).rest();
    await until(() => busy.waiting.length === 3);
    await server.stop();
    const answers = (await Promise.all(pending)).flatMap(({ status, messages }) => [status, ...messages]);
    expect(answers).toEqual([200, { jsonrpc: '2.0', id: 1, error }, 200, { jsonrpc: '2.0', id: 2, error }]);
    expect(await rest).toEqual([{ jsonrpc: '2.0', id: 3, error }]);
    expect(busy.stopped).toEqual(Array.from({ length: 3 }, () => 'The server is shutting down'));
    expect(reports).toEqual([]);
  });

  test('that holds for requests without a session, and in a batch', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { sessions: false }, start: { shutdownTimeoutMs: 50 } });
    const pending = [server.post(wait(1)), server.post([wait(2), request(3, 'ping'), wait(4)])];
    await until(() => busy.waiting.length === 3);
    await server.stop();
    const [one, batch] = await Promise.all(pending);
    expect(one?.messages).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    expect(JSON.parse(batch?.body ?? '')).toEqual([
      { jsonrpc: '2.0', id: 3, result: {} },
      { jsonrpc: '2.0', id: 2, error },
      { jsonrpc: '2.0', id: 4, error },
    ]);
    expect(busy.stopped).toHaveLength(3);
  });

  test.each([
    ['no byte of its body has come', ''],
    ['a part of its body has come', '{"jsonrpc"'],
  ])('a request of which %s does not hold it up', async (_, part) => {
    const server = await serve(makeBusyServer(), { start: { shutdownTimeoutMs: 600_000 } });
    const connection = await server.connect();
    connection.send({ headers: { 'Content-Type': 'application/json', 'Content-Length': '100' } });
    connection.socket.write(part);
    await arrive(server);
    await server.stop();
    const { status, headers } = await connection.readResponse();
    expect([status, headers['connection']]).toEqual([408, 'close']);
    expect(reports).toEqual([]);
  });

  test('the streams of sessions end, and no client is admitted anymore', async () => {
    const { server, session } = await openSession('2025-11-25');
    const stream = await session.listen();
    await server.stop();
    expect(await stream.rest()).toEqual([]);
    await expect(server.connect()).rejects.toThrow('ECONNREFUSED');
  });

  test('connections that are kept for the next request do not hold it up', async () => {
    const server = await serve(makeBusyServer(), { start: { shutdownTimeoutMs: 600_000 } });
    const connection = await server.connect();
    connection.send({ body: JSON.stringify(initialize(1, '2025-11-25')) });
    await connection.readResponse();
    await server.stop();
  });
});
