import { PassThrough, type Writable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect, test, vi } from 'vitest';
import {
  createLambdaHandlers,
  createWebServer,
  type LambdaEvent,
  type LambdaResult,
  type WebProgram,
} from '../../runtime/transports/web/index.js';
import { makeBusyServer } from '../wire/http-fixture.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Event of a function URL, as the page on function URLs shows it. */
const urlEvent = {
  version: '2.0',
  routeKey: '$default',
  rawPath: '/mcp',
  rawQueryString: '',
  headers: {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    host: 'abcdefghijklmnop.lambda-url.eu-central-1.on.aws',
    'x-amzn-trace-id': 'Root=1-5ffed4a2-2e8a4e2b3d1a2c2c1f0e9d8c',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
  },
  requestContext: {
    accountId: 'anonymous',
    apiId: 'abcdefghijklmnop',
    domainName: 'abcdefghijklmnop.lambda-url.eu-central-1.on.aws',
    domainPrefix: 'abcdefghijklmnop',
    http: { method: 'POST', path: '/mcp', protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'agent' },
    requestId: 'e1506fd5-9e7b-434f-bd42-4f8fa224b599',
    routeKey: '$default',
    stage: '$default',
    time: '12/Mar/2026:19:03:58 +0000',
    timeEpoch: 1773342238000,
  },
  isBase64Encoded: false,
};

/** Event of an HTTP API of API Gateway, as the page on Lambda integrations shows it. */
const gatewayEvent = {
  version: '2.0',
  routeKey: 'ANY /{proxy+}',
  rawPath: '/hooks/größe 1',
  rawQueryString: 'a=1&a=2&b=%C3%A4',
  cookies: ['session=one', 'theme=dark'],
  headers: { accept: '*/*', 'content-length': '5', host: 'api.example.com', header2: 'value1,value2' },
  queryStringParameters: { a: '1,2', b: 'ä' },
  requestContext: {
    accountId: '123456789012',
    apiId: 'r3pmxmplak',
    domainName: 'api.example.com',
    domainPrefix: 'api',
    http: { method: 'PUT', path: '/hooks/größe 1', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'agent' },
    requestId: 'JKJaXmPLvHcESHA=',
    routeKey: 'ANY /{proxy+}',
    stage: '$default',
    time: '10/Mar/2026:05:16:23 +0000',
    timeEpoch: 1773119783000,
  },
  body: Buffer.from([0, 255, 128, 13, 10]).toString('base64'),
  pathParameters: { proxy: 'hooks/größe 1' },
  isBase64Encoded: true,
};

function open(program: Partial<WebProgram> = {}) {
  const busy = makeBusyServer();
  const server = createWebServer({ ...busy, options: { http: { sessions: false } }, ...program });
  return { ...busy, server, handlers: createLambdaHandlers(server) };
}

function callEvent(name: string, meta: object = {}): LambdaEvent {
  const params = {
    name,
    arguments: { a: 1 },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      ...meta,
    },
  };
  return {
    ...urlEvent,
    headers: {
      ...urlEvent.headers,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

/** The function URL: a `fetch` that calls the handler as Lambda does, for the clients. */
function serveUrl(buffered: (event: LambdaEvent) => Promise<LambdaResult>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const { statusCode, headers, body, isBase64Encoded } = await buffered({
      ...urlEvent,
      rawPath: url.pathname,
      rawQueryString: url.search.slice(1),
      headers: Object.fromEntries(request.headers),
      requestContext: { ...urlEvent.requestContext, http: { method: request.method } },
      ...(request.body && { body: await request.text() }),
    });
    const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : body;
    return new Response([202, 204].includes(statusCode) ? null : bytes, { status: statusCode, headers });
  };
}

test.each(['legacy', 'auto'] as const)(
  'an official client calls a tool through the function URL (%s)',
  async (mode) => {
    const { handlers } = open();
    const client = new Client({ name: 'host', version: '1.0.0' }, { versionNegotiation: { mode } });
    const address = new URL('https://abcdefghijklmnop.lambda-url.eu-central-1.on.aws/mcp');
    await client.connect(new StreamableHTTPClientTransport(address, { fetch: serveUrl(handlers.buffered) }));
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    expect((await client.callTool({ name: 'echo', arguments: { a: 1 } })).content).toEqual([
      { type: 'text', text: '{"a":1}' },
    ]);
    await client.close();
  },
);

test('a route gets path, query, headers, cookies and bytes of an event, and returns bytes and cookies', async () => {
  const seen: unknown[] = [];
  const { handlers } = open({
    routes: {
      'PUT /hooks/*': async (request) => {
        const { pathname, search } = new URL(request.url);
        const bytes = new Uint8Array(await request.arrayBuffer());
        seen.push(pathname, search, request.headers.get('cookie'), request.headers.get('header2'), [...bytes]);
        const headers = new Headers({ 'content-type': 'image/png' });
        headers.append('set-cookie', 'session=two; HttpOnly');
        headers.append('set-cookie', 'theme=light');
        return new Response(bytes, { status: 201, headers });
      },
    },
  });
  const result = await handlers.buffered(gatewayEvent);
  expect(seen).toEqual([
    '/hooks/gr%C3%B6%C3%9Fe%201',
    '?a=1&a=2&b=%C3%A4',
    'session=one; theme=dark',
    'value1,value2',
    [0, 255, 128, 13, 10],
  ]);
  expect(result).toMatchObject({
    statusCode: 201,
    headers: { 'content-type': 'image/png' },
    cookies: ['session=two; HttpOnly', 'theme=light'],
    body: 'AP+ADQo=',
    isBase64Encoded: true,
  });
  expect(Object.keys(result.headers)).not.toContain('set-cookie');
});

test('a text that is UTF-8 is not encoded', async () => {
  const { handlers } = open({ routes: { 'PUT /hooks/*': () => new Response('Größe 🎲') } });
  expect(await handlers.buffered(gatewayEvent)).toMatchObject({ body: 'Größe 🎲', isBase64Encoded: false });
});

test('an event without headers, cookies and body is answered', async () => {
  const { handlers } = open();
  const { domainName } = urlEvent.requestContext;
  const event = { version: '2.0', rawPath: '/healthz', requestContext: { domainName, http: { method: 'GET' } } };
  expect(await handlers.buffered(event)).toMatchObject({ statusCode: 200, body: '{"status":"ok"}\n' });
});

test('a method that fetch does not have is refused', async () => {
  const { handlers } = open();
  const http = { method: 'TRACE' };
  const event = { ...urlEvent, requestContext: { ...urlEvent.requestContext, http } };
  expect(await handlers.buffered(event)).toMatchObject({ statusCode: 405 });
});

test('an event of payload format 1.0 names the format that is needed', async () => {
  const { handlers } = open();
  await expect(handlers.buffered({ ...urlEvent, version: '1.0' })).rejects.toThrow('does not have payload format 2.0');
});

test('the event and the context are what the platform passes', async () => {
  const platforms: unknown[] = [];
  const { handlers } = open({
    authenticate: (request) => {
      platforms.push(request.platform);
      return { principal: 'someone' };
    },
  });
  const event = callEvent('echo');
  const context = { awsRequestId: 'one', getRemainingTimeInMillis: () => 10_000 };
  await handlers.buffered(event, context);
  expect(platforms).toEqual([[{ event, context }]]);
});

type StreamHandler = (event: LambdaEvent, stream: Writable, context?: object) => Promise<void>;

/** The global of the Node runtime of Lambda: status and headers go before the first bytes, and NUL bytes between. */
function stubRuntime(): void {
  vi.stubGlobal('awslambda', {
    streamifyResponse: (handler: StreamHandler) => handler,
    HttpResponseStream: {
      from(stream: PassThrough, head: object): PassThrough {
        const out = new PassThrough({ highWaterMark: 16 });
        out.once('data', () => {});
        stream.write(JSON.stringify(head));
        stream.write(Buffer.alloc(8));
        out.pipe(stream);
        return out;
      },
    },
  });
}

/** Calls the handler of a function URL that streams. */
function stream(handler: unknown, event: LambdaEvent, context?: object) {
  const out = new PassThrough();
  const chunks: Buffer[] = [];
  out.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = (handler as StreamHandler)(event, out, context);
  const read = () => Buffer.concat(chunks).toString();
  return { done, read };
}

test('events reach the client while the call runs', async () => {
  stubRuntime();
  const { handlers, waiting, release } = open();
  const { done, read } = stream(handlers.handler, callEvent('wait', { progressToken: 't' }));
  await vi.waitFor(() => expect(waiting).toHaveLength(1), 10_000);
  waiting[0]!.progress(1);
  await vi.waitFor(() => expect(read()).toContain('notifications/progress'), 10_000);
  const [head = ''] = read().split('\0\0\0\0\0\0\0\0');
  expect(JSON.parse(head)).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'text/event-stream' },
    cookies: [],
  });
  release();
  await done;
  expect(read()).toMatch(/"id":1.*\n\n$/u);
});

test('an answer without a body has its status', async () => {
  stubRuntime();
  const { handlers } = open();
  const event = { ...urlEvent, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' };
  const { done, read } = stream(handlers.handler, event);
  await done;
  expect(JSON.parse(read().split('\0', 1)[0] ?? '')).toMatchObject({ statusCode: 202 });
});

test('before the time limit an open stream is ended, and its request is cancelled', async () => {
  stubRuntime();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { handlers, stopped, waiting } = open();
  let remaining = 2_000;
  const context = { getRemainingTimeInMillis: () => remaining };
  const { done, read } = stream(handlers.handler, callEvent('wait', { progressToken: 't' }), context);
  while (waiting.length === 0) await new Promise(setImmediate);
  waiting[0]!.progress(1);
  vi.advanceTimersByTime(1_499);
  while (!read().includes('notifications/progress')) await new Promise(setImmediate);
  expect(stopped).toEqual([]);
  vi.advanceTimersByTime(1);
  await done;
  expect(stopped).toHaveLength(1);
  remaining = 100;
  const answer = handlers.buffered(callEvent('wait'), context);
  vi.advanceTimersByTime(0);
  expect(await answer).toMatchObject({ statusCode: 499 });
});

test('outside of Lambda the handler is the one without a stream', () => {
  const { handlers } = open();
  expect(handlers.handler).toBe(handlers.buffered);
});
