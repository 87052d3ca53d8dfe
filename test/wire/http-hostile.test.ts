import { describe, expect, test } from 'vitest';
import type { RequestContext } from '../../runtime/index.js';
import { oneTool } from './fixture-server.js';
import { makeBusyServer } from './http-fixture.js';
import { later, modernHeaders, postOf, serve, until, type HttpSubject } from './http-kit.js';
import { formatRequest } from './raw-http.js';
import { initialize, modern, reports, request } from './wire.js';

const list = modern('next', 'tools/list');
const listRequest = postOf(list);

/** Nothing that happened before keeps the server from its work, nor was it worth a report. */
async function expectUnharmed(server: HttpSubject): Promise<void> {
  const { status, messages } = await server.post(list);
  expect([status, messages[0]?.['id']]).toEqual([200, 'next']);
  expect(reports).toEqual([]);
}

describe('bytes that are no HTTP', () => {
  test.each([
    ['noise', Buffer.from('\u0000\u0001\u0002\u00ff\u00fe\r\n\r\n', 'latin1')],
    ['a message without a request', `${JSON.stringify(list)}\n`],
    ['a message with Content-Length framing', `Content-Length: 2\r\n\r\n{}`],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method that is none', 'P0ST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a version that is none', 'POST /mcp HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['a request without Host', 'POST /mcp HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
    ['a length that is none', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: ten\r\n\r\n'],
    ['a negative length', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a chunk that is none',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
    ],
    ['a header with a NUL', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: \u0000\r\n\r\n'],
    ['a header that is folded', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\nY: c\r\n\r\n\r\n'],
  ])('%s: a refusal with 4xx or 5xx, and the connection is closed', async (_, bytes) => {
    const server = await serve(makeBusyServer());
    const { socket } = await server.connect();
    socket.write(bytes);
    socket.endInput();
    expect(await socket.readToEnd()).toMatch(/^(HTTP\/1\.1 [45]\d\d |$)/u);
    await expectUnharmed(server);
  });

  test('HTTP/1.0 is answered, and the connection is closed behind the answer', async () => {
    const server = await serve(makeBusyServer());
    const connection = await server.connect();
    connection.socket.write(formatRequest(listRequest).toString().replace('HTTP/1.1', 'HTTP/1.0'));
    expect((await connection.readResponse()).messages[0]?.['id']).toBe('next');
    expect(await connection.socket.readToEnd()).toBe('');
  });

  test.each(['Upgrade: websocket\r\nConnection: Upgrade', 'Expect: 100-continue', 'Connection: TE\r\nTE: trailers'])(
    'a wish of the connection is no trouble: %j',
    async (wish) => {
      const server = await serve(makeBusyServer());
      const connection = await server.connect();
      connection.socket.write(formatRequest(listRequest).toString().replace('\r\n', `\r\n${wish}\r\n`));
      let head = await connection.readHead();
      if (head.status === 100) head = await connection.readHead();
      expect([200, 400]).toContain(head.status);
      await expectUnharmed(server);
    },
  );

  test('headers that are too large get 431', async () => {
    const server = await serve(makeBusyServer());
    const { socket } = await server.connect();
    socket.write(formatRequest({ ...listRequest, headers: { 'X-Large': 'x'.repeat(40_000) } }));
    expect(await socket.readToEnd()).toMatch(/^HTTP\/1\.1 431 /u);
    await expectUnharmed(server);
  });

  test('headers as large as a long name in Base64 are taken', async () => {
    const server = await serve(makeBusyServer());
    const headers = { ...listRequest.headers, 'X-Long': 'x'.repeat(20_000) };
    expect((await server.fetch({ ...listRequest, headers })).status).toBe(200);
  });

  test('an endless URL gets 431', async () => {
    const server = await serve(makeBusyServer());
    const { socket } = await server.connect();
    socket.write(`GET /mcp?${'a'.repeat(100_000)}`);
    expect(await socket.readToEnd()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/u);
    await expectUnharmed(server);
  });
});

describe('connections', () => {
  test('requests that are pipelined are answered in their order', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const connection = await server.connect();
    const slow = postOf(modern('slow', 'tools/call', { name: 'wait' }));
    connection.socket.write(
      Buffer.concat([formatRequest(slow), formatRequest(listRequest), formatRequest({ method: 'PUT' })]),
    );
    await until(() => busy.waiting.length === 1);
    await later(20);
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

  test('a refused body does not spill into the next request', async () => {
    const server = await serve(makeBusyServer());
    const connection = await server.connect();
    connection.send({ path: '/elsewhere', body: formatRequest(listRequest) });
    connection.send({ headers: { Origin: 'http://evil.example' }, body: formatRequest(listRequest) });
    connection.send(listRequest);
    expect((await connection.readResponse()).status).toBe(404);
    expect((await connection.readResponse()).status).toBe(403);
    expect((await connection.readResponse()).messages[0]?.['id']).toBe('next');
  });

  test('a request that arrives byte by byte is answered', async () => {
    const server = await serve(makeBusyServer());
    const connection = await server.connect();
    for (const byte of formatRequest(listRequest)) {
      connection.socket.write(Uint8Array.of(byte));
      if (byte % 16 === 0) await new Promise(setImmediate);
    }
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
      await later(10);
      socket[leave]();
      await later(10);
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
    const begun = Date.now();
    const said = await socket.readToEnd();
    clearInterval(drip);
    expect(Date.now() - begun).toBeLessThan(2000);
    expect(said).toMatch(/^(HTTP\/1\.1 408 |$)/u);
    await expectUnharmed(server);
  });

  test('a client that does not take its events is cut off; what it asked for is cancelled', async () => {
    const flood = oneTool(async (_: unknown, { signal, log }: RequestContext) => {
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

  test('many connections that say nothing keep nobody out', async () => {
    const server = await serve(makeBusyServer());
    const silent = await Promise.all(Array.from({ length: 200 }, () => server.connect()));
    await expectUnharmed(server);
    for (const { socket } of silent) socket.destroy();
  });
});

describe('messages', () => {
  const depth = 100_000;

  test.each([
    ['arrays', '['.repeat(depth) + ']'.repeat(depth)],
    ['arrays without an end', '['.repeat(depth)],
    ['objects', '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)],
    [
      'arguments',
      JSON.stringify(modern(1, 'tools/call', { name: 'echo', arguments: { a: 0 } })).replace(
        '"a":0',
        `"a":${'['.repeat(depth)}${']'.repeat(depth)}`,
      ),
    ],
    [
      'metadata',
      JSON.stringify(modern(1, 'tools/list', {}, { a: 0 })).replace(
        '"a":0',
        `"a":${'['.repeat(depth)}${']'.repeat(depth)}`,
      ),
    ],
  ])('that nest deeply in %s are answered', async (_, body) => {
    const server = await serve(makeBusyServer());
    const headers = { ...modernHeaders(modern(1, 'tools/call', { name: 'echo' })) };
    const { status } = await server.fetch({ body, headers });
    expect([200, 400]).toContain(status);
    reports.length = 0;
    await expectUnharmed(server);
  });

  test('keys that mean something to JavaScript mean nothing', async () => {
    const server = await serve(makeBusyServer());
    const text = '{"__proto__":{"admin":true},"constructor":1,"toString":2}';
    const body = JSON.stringify(modern(1, 'tools/call', { name: 'echo', arguments: 0 })).replace(
      '"arguments":0',
      `"arguments":${text}`,
    );
    const headers = modernHeaders(modern(1, 'tools/call', { name: 'echo' }));
    const { messages } = await server.fetch({ body, headers });
    expect(messages[0]?.['result'].content[0].text).toContain('"__proto__"');
    expect(({} as { admin?: true }).admin).toBeUndefined();
  });

  test('a long answer arrives whole, also at a client that reads late', async () => {
    const server = await serve(oneTool(() => 'é'.repeat(3_000_000)));
    const connection = await server.connect();
    connection.socket.pause();
    connection.send(postOf(modern(1, 'tools/call', { name: 'probe' })));
    await later(50);
    connection.socket.resume();
    const { messages } = await connection.readResponse();
    expect(messages[0]?.['result'].content[0].text).toHaveLength(3_000_000);
  });

  test('line ends and marks in what is streamed stay in their event', async () => {
    const text = 'a\n\nid: 7\r\nevent: evil\u2028\u2029\u0085\ndata: {}\n\n';
    const { definition, handlers } = oneTool(() => text);
    const server = await serve({ definition, handlers });
    const answer = await server.post(modern(1, 'tools/call', { name: 'probe' }), { Accept: 'text/event-stream' });
    expect(answer.messages).toHaveLength(1);
    expect(answer.messages[0]?.['result'].content[0].text).toBe(text);
  });

  test('text that was split between two chunks of a body is put together', async () => {
    const server = await serve(makeBusyServer());
    const message = modern(1, 'tools/call', { name: 'echo', arguments: { word: '世界' } });
    const bytes = Buffer.from(JSON.stringify(message));
    const at = bytes.indexOf(Buffer.from('世')) + 1;
    const connection = await server.connect();
    connection.send({
      headers: {
        ...modernHeaders(message),
        'Content-Type': 'application/json',
        'Content-Length': String(bytes.length),
      },
    });
    connection.socket.write(bytes.subarray(0, at));
    await later(20);
    connection.socket.write(bytes.subarray(at));
    expect((await connection.readResponse()).messages[0]?.['result'].content[0].text).toContain('世界');
  });

  test('a handler that fails over HTTP says no more than on stdio', async () => {
    const server = await serve(oneTool(() => Promise.reject(new Error('out of ink'))));
    const { status, messages } = await server.post(modern(1, 'tools/call', { name: 'probe' }));
    expect([status, messages[0]?.['result'].isError]).toEqual([200, true]);
    expect(messages[0]?.['result'].content[0].text).toBe('out of ink');
    expect(reports).toHaveLength(1);
  });
});

describe('the end of the server', () => {
  test('what runs is answered, whatever its era', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { start: { drainMs: 5000 } });
    const session = await server.initialize('2025-11-25');
    const answers = [
      session.post(request(1, 'tools/call', { name: 'wait', arguments: {} })),
      server.post(modern(2, 'tools/call', { name: 'wait' })),
    ];
    await until(() => busy.waiting.length === 2);
    const begun = Date.now();
    const stopped = server.stop();
    await later(50);
    busy.release();
    await stopped;
    expect(Date.now() - begun).toBeLessThan(900);
    expect((await Promise.all(answers)).map(({ status, messages }) => [status, messages[0]?.['id']])).toEqual([
      [200, 1],
      [200, 2],
    ]);
  });

  test('what takes too long is stopped', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { start: { drainMs: 50 } });
    const session = await server.initialize('2025-11-25');
    const pending = [
      session.post(request(1, 'tools/call', { name: 'wait', arguments: {} })),
      server.post(modern(2, 'tools/call', { name: 'wait' })),
    ];
    const settled = Promise.allSettled(pending);
    await until(() => busy.waiting.length === 2);
    await server.stop();
    await settled;
    await until(() => busy.stopped.length === 2);
    expect(reports).toEqual([]);
  });

  test('the streams of sessions end, and nobody is let in any more', async () => {
    const server = await serve(makeBusyServer());
    const session = await server.initialize('2025-11-25');
    const stream = await session.listen();
    await server.stop();
    expect(await stream.rest()).toEqual([]);
    await expect(server.connect()).rejects.toThrow('ECONNREFUSED');
  });

  test('connections that are kept for the next request do not hold it up', async () => {
    const server = await serve(makeBusyServer());
    const connection = await server.connect();
    connection.send({ body: JSON.stringify(initialize(1, '2025-11-25')) });
    await connection.readResponse();
    const begun = Date.now();
    await server.stop();
    expect(Date.now() - begun).toBeLessThan(500);
  });
});
