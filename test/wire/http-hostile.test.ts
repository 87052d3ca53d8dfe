import { describe, expect, test } from 'vitest';
import { expectUnharmed, soundRequest } from './expect-unharmed.js';
import { oneTool } from './fixture-server.js';
import { makeBusyServer } from './http-fixture.js';
import { arrive, modernHeaders, postOf, serve } from './http-kit.js';
import { formatRequest } from './raw-http.js';
import { modern } from './wire.js';

describe('bytes that are no HTTP', () => {
  test.each([
    ['noise', Buffer.from('\u0000\u0001\u0002\u00ff\u00fe\r\n\r\n', 'latin1')],
    ['a message without a request', `${String(soundRequest.body)}\n`],
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
    connection.socket.write(formatRequest(soundRequest).toString().replace('HTTP/1.1', 'HTTP/1.0'));
    expect((await connection.readResponse()).messages[0]?.['id']).toBe('next');
    expect(await connection.socket.readToEnd()).toBe('');
  });

  test.each(['Upgrade: websocket\r\nConnection: Upgrade', 'Expect: 100-continue', 'Connection: TE\r\nTE: trailers'])(
    'a wish of the connection is no trouble: %j',
    async (wish) => {
      const server = await serve(makeBusyServer());
      const connection = await server.connect();
      connection.socket.write(formatRequest(soundRequest).toString().replace('\r\n', `\r\n${wish}\r\n`));
      let head = await connection.readHead();
      if (head.status === 100) head = await connection.readHead();
      expect([200, 400]).toContain(head.status);
      await expectUnharmed(server);
    },
  );

  test('headers that are too large get 431', async () => {
    const server = await serve(makeBusyServer());
    const { socket } = await server.connect();
    socket.write(formatRequest({ ...soundRequest, headers: { 'X-Large': 'x'.repeat(40_000) } }));
    expect(await socket.readToEnd()).toMatch(/^HTTP\/1\.1 431 /u);
    await expectUnharmed(server);
  });

  test('headers as large as a long name in Base64 are taken', async () => {
    const server = await serve(makeBusyServer());
    const headers = { ...soundRequest.headers, 'X-Long': 'x'.repeat(20_000) };
    expect((await server.fetch({ ...soundRequest, headers })).status).toBe(200);
  });

  test('an endless URL gets 431', async () => {
    const server = await serve(makeBusyServer());
    const { socket } = await server.connect();
    socket.write(`GET /mcp?${'a'.repeat(100_000)}`);
    expect(await socket.readToEnd()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/u);
    await expectUnharmed(server);
  });
});

describe('messages', () => {
  test('a long answer arrives whole, also at a client that reads late', async () => {
    const server = await serve(oneTool(() => 'é'.repeat(3_000_000)));
    const connection = await server.connect();
    connection.socket.pause();
    connection.send(postOf(modern(1, 'tools/call', { name: 'probe' })));
    await arrive(server);
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
    await arrive(server);
    connection.socket.write(bytes.subarray(at));
    expect((await connection.readResponse()).messages[0]?.['result'].content[0].text).toContain('世界');
  });
});
