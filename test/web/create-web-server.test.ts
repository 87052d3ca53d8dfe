import { expect, test, vi } from 'vitest';
import { createWebServer, type WebProgram } from '../../runtime/transports/web/index.js';
import type { ServerControl } from '../../runtime/index.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { turn } from '../wire/wire.js';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

function open(program: Partial<WebProgram> = {}) {
  const busy = makeBusyServer();
  return { ...busy, server: createWebServer({ ...busy, ...program }) };
}

function post(method: string, params: object, more: { headers?: object; signal?: AbortSignal } = {}): Request {
  const { headers = {}, ...rest } = more;
  return new Request('https://busy.example/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...meta, progressToken: 't' } },
    }),
    ...rest,
  });
}

const call = (name: string, more?: { headers?: object; signal?: AbortSignal }): Request =>
  post('tools/call', { name, arguments: { a: 1 } }, { ...more, headers: { 'Mcp-Name': name, ...more?.headers } });

/** The messages of an event stream. */
function readEvents(text: string): readonly object[] {
  return [...text.matchAll(/^data: (\{.*\})$/gmu)].map(([, json = '']) => JSON.parse(json) as object);
}

test('a modern request is answered with plain JSON', async () => {
  const { server } = open();
  const response = await server.fetch(call('echo'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, result: { content: [{ text: '{"a":1}' }] } });
});

test.each(['', 'a.example, b.example', 'a b'])('the Host header %j gets 400', async (host) => {
  const { server } = open();
  expect((await server.fetch(call('echo', { headers: { Host: host } }))).status).toBe(400);
});

test('progress comes on a stream, before the answer', async () => {
  const { server } = open();
  const response = await server.fetch(call('report'));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(readEvents(await response.text())).toMatchObject([
    { method: 'notifications/progress', params: { progress: 1 } },
    { method: 'notifications/progress', params: { progress: 2 } },
    { method: 'notifications/progress', params: { progress: 3 } },
    { id: 1, result: { content: [{ text: 'reported' }] } },
  ]);
});

test('a subscription hears of changes, and ends when the server is closed', async () => {
  let control: ServerControl | undefined;
  const { server } = open({ setup: (given) => (control = given) });
  const response = await server.fetch(post('subscriptions/listen', { notifications: { toolsListChanged: true } }));
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (chunk.includes('acknowledged')) control?.tools.disable('echo');
    if (chunk.includes('list_changed')) void server.close();
  }
  expect(readEvents(text)).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged' },
    { method: 'notifications/tools/list_changed' },
    { method: 'notifications/cancelled', params: { requestId: 1 } },
    { id: 1, result: { resultType: 'complete' } },
  ]);
  expect((await server.fetch(call('echo'))).status).toBe(503);
});

test('a session lives from initialize to DELETE', async () => {
  const { server } = open();
  const send = (method: string, headers: object, body?: object): Promise<Response> =>
    server.fetch(
      new Request('https://busy.example/mcp', {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify({ jsonrpc: '2.0', ...body }) }),
      }),
    );
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const opened = await send('POST', {}, { id: 1, method: 'initialize', params });
  const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') ?? '' };
  expect((await send('POST', session, { method: 'notifications/initialized' })).status).toBe(202);
  expect(await (await send('POST', session, { id: 2, method: 'ping' })).json()).toMatchObject({ id: 2, result: {} });
  expect((await send('DELETE', session)).status).toBe(204);
  expect((await send('POST', session, { id: 3, method: 'ping' })).status).toBe(404);
});

test('a client that goes away cancels its request, and no client waits for a response', async () => {
  const { server, stopped, waiting } = open();
  const controller = new AbortController();
  const response = server.fetch(call('wait', { signal: controller.signal }));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  controller.abort();
  expect((await response).status).toBe(499);
  expect(stopped).toEqual(['The client closed the connection']);
});

test('a client that stops reading its stream cancels its request', async () => {
  const { server, stopped, waiting } = open();
  const response = await server.fetch(call('part'));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  await response.body?.cancel();
  expect(stopped).toEqual(['The client closed the connection']);
});

test('a client that reads nothing of its stream from one keep-alive to the next is disconnected', async () => {
  const { server, stopped } = open({ options: { http: { keepAliveMs: 20 } } });
  const response = await server.fetch(call('part'));
  await vi.waitFor(() => expect(stopped).toEqual(['The client closed the connection']));
  await expect(response.text()).rejects.toThrow('The client is not reading the response');
});

test('a request whose body has not come is refused when the server is closed, and is not served when it comes', async () => {
  const { server, waiting } = open();
  const whole = call('wait');
  const text = await whole.text();
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (started) => void (send = started) });
  const { url, method, headers } = whole;
  const response = server.fetch(new Request(url, { method, headers, body, duplex: 'half' } as RequestInit));
  send?.enqueue(new TextEncoder().encode(text.slice(0, 10)));
  for (let count = 0; count < 10; count += 1) await turn();
  const closed = server.close();
  expect((await response).status).toBe(408);
  send?.enqueue(new TextEncoder().encode(text.slice(10)));
  send?.close();
  await closed;
  for (let count = 0; count < 10; count += 1) await turn();
  expect(waiting).toEqual([]);
});

test('headers can be taken out of the request, in authenticate and in handlers', async () => {
  const authenticate: WebProgram['authenticate'] = ({ header }) => {
    const principal = header('X-User');
    return principal === undefined ? undefined : { principal };
  };
  const { server } = open({ authenticate });
  expect((await server.fetch(call('echo'))).status).toBe(401);
  const response = await server.fetch(call('who', { headers: { 'X-User': 'ada', 'X-Test': 'yes' } }));
  expect(JSON.stringify(await response.json())).toContain('ada');
});

test('what the platform passes with the request reaches authenticate and handlers', async () => {
  const env = { DATABASE: 'books' };
  const authenticate: WebProgram['authenticate'] = ({ platform }) => ({ principal: JSON.stringify(platform) });
  const { server } = open({ authenticate });
  const response = await server.fetch(call('who'), env, 'ctx');
  const { result } = (await response.json()) as { result: { content: [{ text: string }] } };
  expect(JSON.parse(result.content[0].text)).toMatchObject({
    auth: { principal: '[{"DATABASE":"books"},"ctx"]' },
    http: { platform: [env, 'ctx'] },
  });
});

test('a page of another origin is refused, a body that is too large, too', async () => {
  const { server } = open({ options: { maxMessageBytes: 200 } });
  const foreign = await server.fetch(call('echo', { headers: { Origin: 'https://elsewhere.example' } }));
  expect(foreign.status).toBe(403);
  expect((await server.fetch(call('echo'))).status).toBe(413);
});

test('a setup that fails is answered with 500, and tried again', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const setup = vi.fn().mockRejectedValueOnce(new Error('No database'));
  const { server } = open({ setup });
  expect((await server.fetch(call('echo'))).status).toBe(500);
  expect(report.mock.calls.flat().join()).toContain('No database');
  expect((await server.fetch(call('echo'))).status).toBe(200);
  report.mockRestore();
});
