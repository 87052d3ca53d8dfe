import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Routes } from '../../runtime/index.js';
import { printReport } from '../../runtime/core/service/report.js';
import { createService } from '../../runtime/core/service/create-service.js';
import { serveHttp } from '../../runtime/transports/node/serve-http.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { request as ask, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

const reports: string[] = [];
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
  reports.length = 0;
});

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;
type Open = (routes: Routes) => Promise<Fetch>;

async function openNode(routes: Routes): Promise<Fetch> {
  const { definition, handlers } = makeBusyServer();
  const service = createService(definition, handlers, (line) => void reports.push(printReport(line)));
  const serving = await serveHttp(service, { maxMessageBytes: 1000 }, { port: 0 }, { routes });
  ends.push(() => (serving.stop(), serving.finished));
  return (path, init) => fetch(new URL(path, serving.url), init);
}

async function openWeb(routes: Routes): Promise<Fetch> {
  const server = createWebServer({ ...makeBusyServer(), options: { maxMessageBytes: 1000 }, routes });
  ends.push(() => server.close());
  return (path, init) => server.fetch(new Request(new URL(path, 'https://busy.example'), init));
}

const serving: readonly (readonly [string, Open])[] = [
  ['node', openNode],
  ['web', openWeb],
];

describe.each(serving)('routes on %s', (name, open) => {
  test('get the request as it was sent, and answer it', async () => {
    const fetch = await open({
      'POST /hooks/order': async (request) => {
        const { pathname, search } = new URL(request.url);
        const text = await request.text();
        return Response.json([request.method, pathname + search, request.headers.get('x-sign'), text], { status: 201 });
      },
    });
    const response = await fetch('/hooks/order?id=1', { method: 'POST', body: 'é', headers: { 'X-Sign': 'a' } });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(['POST', '/hooks/order?id=1', 'a', 'é']);
  });

  test('keep each of several cookies', async () => {
    const headers = new Headers([
      ['Set-Cookie', 'a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT'],
      ['Set-Cookie', 'b=2'],
    ]);
    const fetch = await open({ 'GET /login': () => new Response(null, { status: 302, headers }) });
    const response = await fetch('/login', { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 'b=2']);
  });

  test('the longest path that fits counts', async () => {
    const say = (text: string) => () => new Response(text);
    const fetch = await open({
      'GET /files/*': say('below'),
      'GET /files/deep/*': say('deep'),
      'GET /files/deep/one': say('one'),
      'GET /files': say('exact'),
    });
    const texts = ['/files', '/files/', '/files/a/b', '/files/deep/x', '/files/deep/one'].map(async (path) => {
      const response = await fetch(path);
      return response.text();
    });
    expect(await Promise.all(texts)).toEqual(['exact', 'below', 'below', 'deep', 'one']);
    expect((await fetch('/filesystem')).status).toBe(404);
  });

  test('a route for all paths takes nothing from the endpoint', async () => {
    const fetch = await open({ 'GET /*': () => new Response('page'), 'POST /*': () => new Response('page') });
    expect(await (await fetch('/other', { method: 'POST' })).text()).toBe('page');
    const response = await fetch('/mcp', {
      method: 'POST',
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32700 } });
  });

  test('GET answers HEAD; another method is 405 and names those that there are', async () => {
    const fetch = await open({ 'GET /a': () => new Response('text'), 'PUT /a': () => new Response() });
    const head = await fetch('/a', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const response = await fetch('/a', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, PUT');
  });

  test('a route that throws is 500, and only the operator learns why', async () => {
    const fetch = await open({
      'GET /throws': () => {
        throw new Error('secret\nof the house');
      },
      'GET /nothing': (() => undefined) as unknown as () => Response,
    });
    for (const path of ['/throws', '/nothing']) {
      const response = await fetch(path);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' } });
    }
    if (name === 'node') {
      expect(reports[0]).toMatch(/ROUTE: GET \/throws.*secret/u);
      expect(reports[1]).toMatch(/ROUTE: GET \/nothing.*a route must return a Response/u);
    }
  });

  test('a body that is too long is 413', async () => {
    const fetch = await open({ 'POST /a': async (request) => new Response(await request.text()) });
    expect((await fetch('/a', { method: 'POST', body: 'x'.repeat(1000) })).status).toBe(200);
    expect((await fetch('/a', { method: 'POST', body: 'x'.repeat(1001) })).status).toBe(413);
  });

  test('a body is streamed', async () => {
    const fetch = await open({
      'GET /events': () => {
        const parts = ['one ', 'two ', 'three'];
        const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
          const part = parts.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(part));
        };
        return new Response(new ReadableStream({ pull }));
      },
    });
    expect(await (await fetch('/events')).text()).toBe('one two three');
  });

  test('a page of another site cannot use them', async () => {
    const fetch = await open({ 'POST /a': () => new Response('done') });
    const response = await fetch('/a', { method: 'POST', headers: { Origin: 'https://evil.example' } });
    expect(response.status).toBe(403);
  });

  test.each([
    ['GET hello', 'must have the form'],
    ['FETCH /hello', 'must have the form'],
    ['GET /a*', 'must have the form'],
    ['GET /a?b', 'must have the form'],
    ['POST /mcp', 'uses a path that the server itself serves'],
  ])('%s is an error at the start', async (key, fault) => {
    await expect(open({ [key]: () => new Response() })).rejects.toThrow(
      `The route ${JSON.stringify(key)} in \`routes\` of handlers/server.ts ${fault}`,
    );
  });

  test('what is not a function is an error at the start', async () => {
    const routes = { 'GET /a': 'text' } as unknown as Routes;
    await expect(open(routes)).rejects.toThrow(
      'The route "GET /a" in `routes` of handlers/server.ts is not a function',
    );
  });

  test('/healthz and /readyz say that the server is well', async () => {
    const fetch = await open({});
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(path);
      expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}\n']);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect((await fetch(path, { method: 'POST' })).status).toBe(404);
    }
  });

  test('a route of the user replaces /readyz', async () => {
    const fetch = await open({ 'GET /readyz': () => new Response('my own') });
    expect(await (await fetch('/readyz')).text()).toBe('my own');
    expect(await (await fetch('/healthz')).json()).toEqual({ status: 'ok' });
  });
});

test('a route learns that its client is gone', async () => {
  let gone = (): void => {};
  const isGone = new Promise<void>((resolve) => (gone = resolve));
  let started = (): void => {};
  const isStarted = new Promise<void>((resolve) => (started = resolve));
  const fetch = await openNode({
    'GET /slow': (request) =>
      new Promise((_, reject) => {
        started();
        request.signal.addEventListener('abort', () => {
          gone();
          reject(new Error('aborted'));
        });
      }),
  });
  const aborter = new AbortController();
  const answer = fetch('/slow', { signal: aborter.signal }).catch(() => 'cut');
  await isStarted;
  aborter.abort();
  await isGone;
  expect(await answer).toBe('cut');
  expect(reports).toEqual([]);
});

test('dots in a path do not lead one route to the paths of another', async () => {
  const seen: string[] = [];
  const application = (request: Request): Response => {
    seen.push(new URL(request.url).pathname);
    return new Response();
  };
  const open = await openNode({ 'GET /public/*': application, 'GET /admin': application });
  const { url } = await open('/healthz');
  const statusOf = async (path: string): Promise<number | undefined> => {
    const { hostname, port } = new URL(url);
    const [response] = (await once(ask({ hostname, port, path }).end(), 'response')) as [
      { statusCode: number; resume(): void },
    ];
    response.resume();
    return response.statusCode;
  };
  const bad = [
    '/public/../admin',
    '/public/../other',
    '/public/%2e%2E/admin',
    '/public/.%2e/mcp',
    '/public\\..\\admin',
    '/public/..\\admin',
    '/public/x/../../healthz',
  ];
  for (const path of bad) expect([400, 404], path).toContain(await statusOf(path));
  expect(seen).toEqual([]);
  for (const path of ['/public/a/../b', '/public/..%2Fadmin', '/admin']) expect(await statusOf(path)).toBe(200);
  expect(seen).toEqual(['/public/b', '/public/..%2Fadmin', '/admin']);
});

test('unfinished bodies for a route keep no client out', async () => {
  const { definition, handlers } = makeBusyServer();
  const routes: Routes = {
    'GET /a': () => new Response('a'),
    'POST /a': async (sent) => new Response(await sent.text()),
  };
  const service = createService(definition, handlers, () => {});
  const serving = await serveHttp(service, {}, { port: 0, maxRequests: 2 }, { routes });
  ends.push(() => (serving.stop(), serving.finished));
  const url = new URL('/a', serving.url);
  const unfinished = [1, 2, 3].map(() =>
    ask(url, { method: 'POST', headers: { 'Content-Length': 4, Expect: '100-continue' } }),
  );
  await Promise.all(
    unfinished.map((sent) => {
      sent.flushHeaders();
      return once(sent, 'continue');
    }),
  );
  expect((await fetch(url)).status).toBe(200);
  for (const sent of unfinished) {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end('text');
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    expect(await response.toArray()).toEqual([Buffer.from('text')]);
  }
});

test('health is asked by address, although other hosts are refused', async () => {
  const fetch = await openNode({ 'GET /a': () => new Response('a') });
  const { url } = await fetch('/healthz');
  const statusOf = async (path: string): Promise<number | undefined> => {
    const asked = ask(new URL(path, url), { headers: { Host: '10.0.0.7' } }).end();
    const [response] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    return response.statusCode;
  };
  expect(await Promise.all(['/healthz', '/readyz', '/a', '/mcp'].map(statusOf))).toEqual([200, 200, 403, 403]);
});

test('a server that stops is not ready, and still answers for the delay', async () => {
  const { definition, handlers } = makeBusyServer();
  const service = createService(definition, handlers, () => {});
  const serving = await serveHttp(service, {}, { port: 0, shutdownDelayMs: 3000 });
  const statusOf = async (path: string): Promise<number> => (await fetch(new URL(path, serving.url))).status;
  expect(await statusOf('/readyz')).toBe(200);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  serving.stop();
  while ((await statusOf('/readyz')) !== 503);
  expect(await (await fetch(new URL('/readyz', serving.url))).json()).toEqual({ status: 'stopping' });
  expect(await statusOf('/healthz')).toBe(200);
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  await serving.finished;
  await expect(statusOf('/healthz')).rejects.toThrow();
});

test('a server whose store is away stays in the lists of balancers, and says so', async () => {
  const { definition, handlers } = makeBusyServer();
  const shared = { isAvailable: false, read: async () => undefined };
  const server = createWebServer({ definition, handlers, stores: { shared: shared as never } });
  const ask = async (path: string): Promise<unknown> => {
    const response = await server.fetch(new Request(`https://a.example${path}`));
    return [response.status, await response.json()];
  };
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }]);
  expect(await ask('/readyz')).toEqual([200, { status: 'degraded', store: 'away' }]);
  shared.isAvailable = true;
  expect(await ask('/readyz')).toEqual([200, { status: 'ok' }]);
  await server.close();
});
