import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postOf, serve, openServer, type HttpSubject } from './http-kit.js';
import { formatRequest, RawHttp } from './raw-http.js';
import { makeBusyServer } from './http-fixture.js';
import { initialize, modern, request, reports } from './wire.js';

let server: HttpSubject;

beforeAll(async () => {
  server = await openServer(makeBusyServer());
});

afterAll(() => server.stop());

const ping = JSON.stringify(request(1, 'ping'));
const discover = modern(1, 'server/discover');

describe('Origin and Host (2026-07-28 basic/transports/streamable-http#security--endpoint)', () => {
  test.each(['http://localhost:6274', 'https://localhost', 'http://127.0.0.1:80', 'http://[::1]:3000'])(
    'a page of this machine may use the server: %s',
    async (origin) => {
      const { status, headers } = await server.post(discover, { Origin: origin });
      expect(status).toBe(200);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toContain('Mcp-Session-Id');
      expect(headers['vary']).toBe('Origin');
    },
  );

  test.each([
    'http://evil.example',
    'http://localhost.evil.example',
    'http://evil.example:80@localhost.example',
    'null',
    'file://localhost',
    '',
    'http://localhost, http://evil.example',
    'localhost',
  ])('any other Origin gets 403: %j', async (origin) => {
    const { status, headers, messages } = await server.post(discover, { Origin: origin });
    expect(status).toBe(403);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(messages).toEqual([{ jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden: origin not allowed' } }]);
  });

  test('the log names the option that allows a refused host or origin, once for each value, ten in all', async () => {
    const own = await serve(makeBusyServer());
    for (let sent = 0; sent < 2; sent += 1) await own.post(discover, { Origin: 'http://e.example' });
    await own.post(discover, { Host: 'e.example' });
    for (let sent = 0; sent < 20; sent += 1) await own.post(discover, { Host: `${sent}.example` });
    const advice = reports.filter((line) => line.includes('is not allowed'));
    expect(advice).toHaveLength(10);
    expect(advice.slice(0, 2).map((line) => /HTTP \| WARNING: .*/u.exec(line)?.[0])).toEqual([
      'HTTP | WARNING: Forbidden: origin not allowed: "http://e.example" is not allowed: if it is yours, add it to `http.allowedOrigins`',
      'HTTP | WARNING: Forbidden: host not allowed: "e.example" is not allowed: if it is yours, add it to `http.allowedHosts`',
    ]);
  });

  test.each(['GET', 'DELETE', 'OPTIONS', 'PUT'])('a wrong Origin is refused for %s as well', async (method) => {
    const { status } = await server.fetch({ method, headers: { Origin: 'http://evil.example' } });
    expect(status).toBe(403);
  });

  test.each(['localhost', 'LOCALHOST:1234', '127.0.0.1', '127.0.0.1:99', '[::1]:5', '[::1]', '127.0.0.2:3'])(
    'names of this machine are allowed as Host: %s',
    async (host) => {
      expect((await server.post(discover, { Host: host })).status).toBe(200);
    },
  );

  test.each([
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '[::2]',
  ])('a Host that was rebound gets 403, with no Origin to show it: %s', async (host) => {
    const { status, messages } = await server.post(discover, { Host: host });
    expect(status).toBe(403);
    expect(messages[0]?.['id']).toBeUndefined();
  });

  test.each([
    ['a Host of this machine and another one', 'Host: localhost\r\nHost: evil.example', 400],
    ['another Host and one of this machine', 'Host: evil.example\r\nHost: localhost', 400],
    ['the same Host twice', 'Host: localhost\r\nhost: localhost', 400],
    ['two hosts in one header', 'Host: localhost, evil.example', 400],
    ['no Host', 'X-Host: localhost', 400],
    ['one Host', 'Host: localhost', 200],
  ])('%s (RFC 9112 3.2)', async (_, hosts, status) => {
    const connection = await server.connect();
    const bytes = formatRequest(postOf(discover)).toString('latin1').replace('Host: localhost', hosts);
    connection.socket.write(bytes);
    expect((await connection.readHead()).status).toBe(status);
  });

  test.each([
    ['two Host headers', 'Host: a.example\r\nHost: b.example'],
    ['an empty Host', 'Host:'],
    ['a Host of blanks', 'Host:   '],
    ['two empty Host headers', 'Host:\r\nHost:'],
    ['a Host with a blank', 'Host: a b'],
    ['a Host with a user', 'Host: user@a.example'],
    ['a Host with a path', 'Host: a.example/mcp'],
    ['a Host with a port that is no number', 'Host: a.example:http'],
    ['a port alone', 'Host: :80'],
    ['an IPv6 address without brackets', 'Host: ::1'],
    ['no Host', 'X-Host: a.example'],
  ])('a server for the network refuses %s with 400', async (_, hosts) => {
    const server = await serve(makeBusyServer(), { http: { host: '0.0.0.0' } });
    const connection = await server.connect();
    connection.socket.write(formatRequest(postOf(discover)).toString('latin1').replace('Host: localhost', hosts));
    expect((await connection.readHead()).status).toBe(400);
  });

  test.each([
    'mcp.example.com',
    'my_service:8080',
    '10.0.0.1:80',
    '[2001:db8::1]:443',
    'xn--mgba.example',
    'a.example.',
  ])('a server for the network takes the Host %s', async (host) => {
    const server = await serve(makeBusyServer(), { http: { host: '0.0.0.0' } });
    expect((await server.post(discover, { Host: host })).status).toBe(200);
  });

  test('a server on another address of this machine is reached by that address', async () => {
    const server = await serve(makeBusyServer(), { http: { host: '127.0.0.2' } });
    expect((await server.post(discover, { Host: `127.0.0.2:${server.port}` })).status).toBe(200);
  });

  test('options name other pages and hosts, in any case, and then only those', async () => {
    const server = await serve(makeBusyServer(), {
      http: { allowedHosts: ['Mcp.Example.com'], allowedOrigins: ['https://app.example.com'] },
    });
    const ask = async (Host: string, Origin?: string) => (await server.post(discover, { Host, Origin })).status;
    expect(await ask('mcp.example.com:8443')).toBe(200);
    expect(await ask('MCP.example.com', 'https://app.example.com')).toBe(200);
    expect(await ask('mcp.example.com', 'http://app.example.com')).toBe(403);
    expect(await ask('mcp.example.com', 'http://localhost')).toBe(403);
    expect(await ask('localhost')).toBe(403);
  });

  test('a server for the network lets no page in unless it is told to', async () => {
    const server = await serve(makeBusyServer(), { http: { host: '0.0.0.0' } });
    expect((await server.post(discover, { Origin: 'http://localhost' })).status).toBe(403);
  });

  test('a local server listens on the loopback address alone', async () => {
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/mcp`);
    await expect(RawHttp.open(server.port, '127.0.0.2')).rejects.toThrow();
  });

  test('a browser is told beforehand what it may send', async () => {
    const { status, headers, body } = await server.fetch({
      method: 'OPTIONS',
      headers: {
        Origin: 'http://localhost:6274',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'mcp-method,mcp-param-region',
      },
    });
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers['access-control-allow-origin']).toBe('http://localhost:6274');
    expect(headers['access-control-allow-methods']).toMatch(/POST.*GET.*DELETE/u);
    expect(headers['access-control-allow-headers']).toBe('mcp-method,mcp-param-region');
  });

  test('a page can read why it was refused', async () => {
    const { status, headers } = await server.post('{', { Origin: 'http://localhost' });
    expect(status).toBe(400);
    expect(headers['access-control-allow-origin']).toBe('http://localhost');
  });
});

describe('methods and paths', () => {
  test.each(['PUT', 'PATCH', 'HEAD', 'TRACE', 'PROPFIND'])('%s gets 405 with Allow', async (method) => {
    const { status, headers } = await server.fetch({ method });
    expect(status).toBe(405);
    expect(headers['allow']).toBe('POST, GET, DELETE');
  });

  test.each(['GET', 'DELETE'])('%s of a modern client gets 405 (2026-07-28)', async (method) => {
    const bare = await server.fetch({ method });
    const modern = await server.fetch({ method, headers: { 'MCP-Protocol-Version': '2026-07-28' } });
    const stale = await server.fetch({
      method,
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Session-Id': 'x', 'Last-Event-ID': '1_1' },
    });
    expect([bare, modern, stale].map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [405, 'POST'],
      [405, 'POST'],
      [405, 'POST'],
    ]);
  });

  test.each(['/', '/mcp/', '/MCP', '/mcpx', '/sse', '/messages', '//mcp', '/mcp%20', '*'])(
    'there is nothing at %s',
    async (path) => {
      const { status, messages } = await server.fetch({ path, body: ping });
      expect(status).toBe(404);
      expect(messages[0]?.['error'].code).not.toBe(-32601);
    },
  );

  test.each([
    ['http://localhost/mcp', 'localhost', 200],
    ['HTTP://127.0.0.1:3000/mcp?key=1', 'localhost', 200],
    ['https://localhost/mcp', 'evil.example', 200],
    ['http://evil.example/mcp', 'localhost', 403],
    ['http://localhost@evil.example/mcp', 'localhost', 400],
    ['http://localhost/mcp', '', 200],
    ['http://localhost/elsewhere', 'localhost', 404],
    ['http://localhost', 'localhost', 404],
    ['http://localhost?/mcp', 'localhost', 404],
    ['ftp://localhost/mcp', 'localhost', 404],
  ])('a target in absolute form, whose host replaces the header (RFC 9112 3.2.2): %s', async (path, Host, status) => {
    expect((await server.fetch({ ...postOf(discover, { Host }), path })).status).toBe(status);
  });

  test('handlers see the path of a target in absolute form', async () => {
    const call = postOf(modern(1, 'tools/call', { name: 'who' }));
    const { messages } = await server.fetch({ ...call, path: 'http://localhost/mcp?key=1' });
    expect(JSON.parse(messages[0]?.['result'].content[0].text).http.url).toBe('/mcp?key=1');
  });

  test('a query does not change the endpoint, and the endpoint can be elsewhere', async () => {
    const server = await serve(makeBusyServer(), { http: { path: '/tools/mcp' } });
    expect(server.url).toMatch(/\/tools\/mcp$/u);
    const { headers, body } = { headers: {}, body: JSON.stringify(initialize(1, '2025-11-25')) };
    expect((await server.fetch({ path: '/tools/mcp?key=1', headers, body })).status).toBe(200);
    expect((await server.fetch({ path: '/mcp', headers, body })).status).toBe(404);
  });
});

describe('bodies and what is accepted (2026-07-28 basic/transports/streamable-http#sending-messages)', () => {
  test.each([undefined, '', 'text/plain', 'application/json-rpc', 'application/jsonp', 'text/json'])(
    'a body of type %j gets 415',
    async (type) => {
      expect((await server.post(discover, { 'Content-Type': type })).status).toBe(415);
    },
  );

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=UTF-8'])(
    'a body of type %s is taken',
    async (type) => {
      expect((await server.post(discover, { 'Content-Type': type })).status).toBe(200);
    },
  );

  test.each(['gzip', 'br', 'deflate, gzip'])('a body that is compressed with %s gets 415', async (encoding) => {
    expect((await server.post(discover, { 'Content-Encoding': encoding })).status).toBe(415);
    expect((await server.post(discover, { 'Content-Encoding': 'identity' })).status).toBe(200);
  });

  test.each([
    'text/html',
    'image/*',
    'text/plain, application/xml',
    'application/json;q=0',
    'application/json; q=0.000, text/event-stream;Q=0.0',
    '*/*;q=0',
    'application/*;q=0, text/*; q=0, image/png',
  ])('a client that takes %s gets 406', async (accept) => {
    expect((await server.post(discover, { Accept: accept })).status).toBe(406);
  });

  test.each([
    ['application/json', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['text/event-stream, application/json;q=0.5', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['application/*', 'application/json'],
    ['text/*', 'text/event-stream'],
    ['*/*', 'application/json'],
    ['application/json;q=0, text/event-stream', 'text/event-stream'],
    ['application/json;q=0, */*', 'text/event-stream'],
    ['text/event-stream;q=0, */*;q=0.1', 'application/json'],
    ['application/json;q=0.001', 'application/json'],
    ['application/json;q=1.0, text/event-stream;q=0', 'application/json'],
    [undefined, 'application/json'],
  ])('a client that takes %s gets %s', async (accept, type) => {
    const { status, headers, messages } = await server.post(discover, { Accept: accept });
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(messages.map(({ id, result }) => [id, result.supportedVersions])).toEqual([[1, ['2026-07-28']]]);
  });

  test.each([
    ['nothing', '', -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1', -32700],
    ['words', 'hello', -32700],
    ['two messages', `${ping}\n${ping}`, -32700],
    ['a number', '42', -32600],
    ['null', 'null', -32600],
    ['an object that is no message', '{}', -32600],
    ['bytes that are no UTF-8', Buffer.from('7b22a022', 'hex'), -32700],
    ['a surrogate in UTF-8', Buffer.concat([Buffer.from('"'), Buffer.from('eda080', 'hex'), Buffer.from('"')]), -32700],
  ])('%s in the body gets 400', async (_, body, code) => {
    const server = await serve(makeBusyServer(), { http: { sessions: false } });
    const { status, headers, messages } = await server.fetch({ body });
    expect([status, headers['content-type']]).toEqual([400, 'application/json']);
    expect(messages).toEqual([{ jsonrpc: '2.0', error: { code, message: expect.any(String) } }]);
    expect(reports).toEqual([]);
  });

  test('a chunked body is put together', async () => {
    const server = await serve(makeBusyServer(), { http: { sessions: false } });
    const connection = await server.connect();
    connection.send({ headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' } });
    for (const character of ping) connection.socket.write(`1\r\n${character}\r\n`);
    connection.socket.write('0\r\n\r\n');
    expect((await connection.readResponse()).messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  test('a message may be as large as the limit and not larger', async () => {
    const server = await serve(makeBusyServer(), { start: { maxMessageBytes: 1000 }, http: { sessions: false } });
    const pad = (length: number): string => ping + ' '.repeat(length - ping.length);
    expect((await server.fetch({ body: pad(1000) })).status).toBe(200);
    const { status, headers, messages } = await server.fetch({ body: pad(1001) });
    expect([status, headers['connection']]).toEqual([413, 'close']);
    expect(messages[0]?.['id']).toBeUndefined();
    const chunked = await server.connect();
    chunked.send({ headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' } });
    chunked.socket.write(`3e9\r\n${pad(1001)}\r\n`);
    expect((await chunked.readResponse()).status).toBe(413);
    expect((await server.fetch({ body: ping })).status).toBe(200);
  });

  test('a client that goes on sending what is too large gets its 413 anyway', async () => {
    const server = await serve(makeBusyServer(), { start: { maxMessageBytes: 1000 } });
    const body = ' '.repeat(8_000_000);
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await server.fetch({ body })).status).toBe(413);
  });
});
