import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { expectUnharmed, soundRequest } from './expect-unharmed.js';
import { oneTool } from './fixture-server.js';
import { makeBusyServer } from './http-fixture.js';
import { arrive, postOf, serve, until } from './http-kit.js';
import { formatRequest } from './raw-http.js';
import { initialize, modern } from './wire.js';

const list = modern('next', 'tools/list');

describe('connections', () => {
  test('requests that are pipelined are answered in their order', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const connection = await server.connect();
    const slow = postOf(modern('slow', 'tools/call', { name: 'wait' }));
    connection.socket.write(
      Buffer.concat([formatRequest(slow), formatRequest(soundRequest), formatRequest({ method: 'PUT' })]),
    );
    await until(() => busy.waiting.length === 1);
    await arrive(server);
    busy.release();
    expect((await connection.readResponse()).messages[0]?.['id']).toBe('slow');
    expect((await connection.readResponse()).messages[0]?.['id']).toBe('next');
    expect((await connection.readResponse()).status).toBe(405);
  });

  test('pipelined requests whose client goes away are cancelled, all of them', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const { socket } = await server.connect();
    const waits = Array.from({ length: 20 }, (_, id) =>
      formatRequest(postOf(modern(id, 'tools/call', { name: 'wait' }))),
    );
    socket.write(Buffer.concat(waits));
    await until(() => busy.waiting.length === 20);
    socket.destroy();
    await until(() => busy.stopped.length === 20);
    await expectUnharmed(server);
  });

  test('a request of HTTP/1.0 needs no Host where any host is allowed, and is refused where it must be local', async () => {
    const request = formatRequest({ ...soundRequest, headers: { ...soundRequest.headers, Host: undefined } });
    const old = request.toString('latin1').replace('HTTP/1.1', 'HTTP/1.0');
    const statuses = [];
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const connection = await (await serve(makeBusyServer(), { http: { host } })).connect();
      connection.socket.write(old);
      statuses.push((await connection.readHead()).status);
    }
    expect(statuses).toEqual([403, 200]);
  });

  const hasIPv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));

  test.skipIf(!hasIPv6)('a server listens on an address of IPv6, and names it in brackets', async () => {
    const server = await serve(makeBusyServer(), { http: { host: '::1' } });
    expect(server.url).toBe(`http://[::1]:${server.port}/mcp`);
    const { status } = await fetch(server.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(initialize(1, '2025-11-25')),
    });
    expect(status).toBe(200);
  });

  test('a refused body does not spill into the next request', async () => {
    const server = await serve(makeBusyServer());
    const connection = await server.connect();
    connection.send({ path: '/elsewhere', body: formatRequest(soundRequest) });
    connection.send({ headers: { Origin: 'http://evil.example' }, body: formatRequest(soundRequest) });
    connection.send(soundRequest);
    expect((await connection.readResponse()).status).toBe(404);
    expect((await connection.readResponse()).status).toBe(403);
    expect((await connection.readResponse()).messages[0]?.['id']).toBe('next');
  });

  test('a client that ends its side has gone: a modern request of its is cancelled', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const connection = await server.connect();
    connection.send(postOf(modern(1, 'tools/call', { name: 'wait' })));
    await until(() => busy.waiting.length === 1);
    connection.socket.endInput();
    expect(await connection.socket.readToEnd()).toBe('');
    await until(() => busy.stopped.length === 1);
    await expectUnharmed(server);
  });

  test.each([
    ['before its head is complete', 'POST /mcp HTTP/1.1\r\nHost: loc'],
    [
      'before its body',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n',
    ],
    [
      'in the middle of its body',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"jsonrpc"',
    ],
    [
      'in the middle of a chunk',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{',
    ],
  ])('a client that goes away %s is neither answered nor reported', async (_, bytes) => {
    const server = await serve(makeBusyServer(), { http: { maxRequests: 1 } });
    for (const leave of ['destroy', 'reset', 'endInput'] as const) {
      const { socket } = await server.connect();
      socket.write(bytes);
      await arrive(server);
      socket[leave]();
      await arrive(server);
    }
    await expectUnharmed(server);
  });

  test.each([
    ['head', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'body',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
    ],
  ])('a client that takes too long to send its %s is cut off', async (_, start) => {
    const server = await serve(makeBusyServer(), { http: { requestTimeoutMs: 100, maxRequests: 1 } });
    const { socket } = await server.connect();
    socket.write(start);
    const drip = setInterval(() => socket.write(' '), 20);
    const said = await socket.readToEnd();
    clearInterval(drip);
    expect(said).toMatch(/^(HTTP\/1\.1 408 |$)/u);
    await expectUnharmed(server);
  });

  test('a client that does not take its events is cut off; what it asked for is cancelled', async () => {
    const flood = oneTool(async (_, { signal, log }) => {
      const text = 'x'.repeat(100_000);
      while (!signal.aborted) {
        log.info(text);
        await new Promise(setImmediate);
      }
      stopped.push(signal.reason);
    });
    const stopped: unknown[] = [];
    const server = await serve(flood, { http: { keepAliveMs: 50 } });
    const connection = await server.connect();
    connection.send(postOf(modern(1, 'tools/call', { name: 'probe' }, { 'io.modelcontextprotocol/logLevel': 'info' })));
    await connection.readHead();
    connection.socket.pause();
    await until(() => stopped.length === 1);
    await expectUnharmed(server);
  });

  test('more requests at once than allowed get 503', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { maxRequests: 2 } });
    const answers = [1, 2].map((id) => server.post(modern(id, 'tools/call', { name: 'wait' })));
    await until(() => busy.waiting.length === 2);
    const { status, headers, messages } = await server.post(list);
    expect([status, Number(headers['retry-after']) > 0, messages[0]?.['id']]).toEqual([503, true, undefined]);
    busy.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    await expectUnharmed(server);
  });
});
