import { once } from 'node:events';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createPage } from '../../runtime/features/docs-page/index.js';
import type { Routes } from '../../runtime/index.js';
import { printReport, type ReportLine } from '../../runtime/core/service/report.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { openOverHttp } from '../kit/open-service.js';
import { createProject } from '../kit/build-server.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { makeBusyServer } from '../wire/http-fixture.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

const html = `<!doctype html><title>é</title>${'<p>The same again.</p>'.repeat(200)}`;

interface Given {
  readonly isPublic?: boolean;
  readonly path?: string;
  readonly routes?: Routes;
  readonly authenticate?: () => undefined;
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

function makeProgram({ isPublic = false }: Given) {
  let loads = 0;
  const load = async (): Promise<string> => (loads++, html);
  const page = createPage({ isPublic, digest: 'abc_-1', policy: "default-src 'none'", load });
  const { definition, handlers } = makeBusyServer();
  return { definition: { ...definition, loadPage: async () => page }, handlers, countLoads: () => loads };
}

async function openNode(given: Given): Promise<Fetch> {
  const { definition, handlers } = makeProgram(given);
  const { authenticate, routes, path: endpoint = '/mcp' } = given;
  const members = { authenticate, routes };
  const { serving } = await openOverHttp({ definition, handlers }, {}, { port: 0, path: endpoint }, members);
  ends.push(() => (serving.stop(), serving.finished));
  return (to, init) => fetch(new URL(to, serving.url), init);
}

async function openWeb(given: Given): Promise<Fetch> {
  const { definition, handlers } = makeProgram(given);
  const { authenticate, routes, path: endpoint = '/mcp' } = given;
  const more = { ...(routes && { routes }), ...(authenticate && { authenticate }) };
  const server = createWebServer({ definition, handlers, options: { http: { path: endpoint } }, ...more });
  ends.push(() => server.close());
  return (to, init) => server.fetch(new Request(new URL(to, 'https://busy.example'), init));
}

const platforms: readonly (readonly [string, (given: Given) => Promise<Fetch>])[] = [
  ['node', openNode],
  ['web', openWeb],
];

describe.each(platforms)('the page on %s', (platform, open) => {
  test('is served at / with a strict policy', async () => {
    const fetch = await open({});
    const response = await fetch('/?from=link');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(html);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/html; charset=utf-8',
      etag: 'W/"abc_-1"',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect((await fetch('/index.html')).status).toBe(404);
  });

  test.each(['W/"abc_-1"', '"abc_-1"', '"x", W/"abc_-1"', '*'])('is not sent again to who has %s', async (tag) => {
    const response = await (await open({}))('/', { headers: { 'If-None-Match': tag } });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe('W/"abc_-1"');
    expect(response.headers.get('content-length')).toBe(null);
    expect(await response.text()).toBe('');
  });

  test('is sent to who has another one', async () => {
    const response = await (await open({}))('/', { headers: { 'If-None-Match': 'W/"abc", "-1"' } });
    expect(response.status).toBe(200);
  });

  test('answers GET and HEAD only', async () => {
    const fetch = await open({});
    const head = await fetch('/', { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });
    expect(head.status).toBe(200);
    // Platforms with `fetch` drop the body themselves.
    if (platform === 'node') {
      expect(await head.text()).toBe('');
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(html)));
    }
    const post = await fetch('/', { method: 'POST', body: '{}' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('gives way to the endpoint and to routes of the user', async () => {
    const endpoint = await (await open({ path: '/' }))('/');
    expect(endpoint.headers.get('content-type')).not.toContain('text/html');
    const routes = { 'GET /': () => new Response('mine') };
    expect(await (await (await open({ routes }))('/')).text()).toBe('mine');
  });

  test('is served to no caller on servers with authentication, unless it is public', async () => {
    const authenticate = () => undefined;
    expect((await (await open({ authenticate }))('/')).status).toBe(404);
    const fetch = await open({ authenticate, isPublic: true });
    expect((await fetch('/')).status).toBe(200);
    const call = await fetch('/mcp', {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    });
    expect(call.status).toBe(401);
  });
});

test('a host of another machine gets no page', async () => {
  const { definition, handlers } = makeProgram({});
  const { serving } = await openOverHttp({ definition, handlers }, {}, { port: 0 });
  ends.push(() => (serving.stop(), serving.finished));
  const { head } = await ask(serving.url, 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 403 /u);
});

test('an error of the page is answered with 500', async () => {
  const { definition, handlers } = makeBusyServer();
  const load = () => Promise.reject(new Error('the disk is gone'));
  const page = createPage({ isPublic: false, digest: 'a', policy: '', load });
  const reports: string[] = [];
  const server = { ...definition, loadPage: async () => page };
  const platform = { report: (line: ReportLine) => void reports.push(printReport(line)) };
  const { serving } = await openOverHttp({ definition: server, handlers }, {}, { port: 0 }, { platform });
  ends.push(() => (serving.stop(), serving.finished));
  expect((await fetch(new URL('/', serving.url))).status).toBe(500);
  expect(reports.join('\n')).toContain('the disk is gone');
});

describe('a built server', () => {
  const definition = `server: { name: shop, title: The <Shop>, version: 1.0.0, docsPage: true }
tools:
  find:
    description: Finds "things" & more, </script> included.
    inputSchema: { type: object, properties: { a: { type: string, description: 'A \${word} or \`two\`.' } } }
`;

  test('with `docsPage: true` serves its page, plain and compressed, and the endpoint', async () => {
    const server = await (await createProject({ 'definitions/shop.mcp.yaml': definition })).bundle();
    // The page is loaded by the first request for it.
    expect(readFileSync(server, 'utf8')).not.toContain('<!doctype html>');
    const running = startServer(server, ['--http', '0']);
    try {
      const url = await urlOf(running);
      const plain = await ask(url, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      expect(plain.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
      const text = plain.body.toString('utf8');
      expect(text).toMatch(/^<!doctype html>\n/u);
      expect(text).toContain('<title>The &lt;Shop&gt;</title>');
      expect(text).toContain('Finds &quot;things&quot; &amp; more, &lt;/script&gt; included.');
      expect(text).toContain('A ${word} or <code>two</code>.');
      expect(plain.head).toContain(`Content-Length: ${plain.body.length}\r\n`);
      const policy = /Content-Security-Policy: ([^\r]+)/u.exec(plain.head)?.[1];
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-/u,
      );
      const small = await ask(
        url,
        'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br, gzip\r\nConnection: close\r\n\r\n',
      );
      expect(small.head).toContain('Content-Encoding: gzip\r\n');
      expect([...small.head.matchAll(/^Vary: .*$/gmu)].map(([line]) => line.trim())).toEqual(['Vary: Accept-Encoding']);
      expect(gunzipSync(small.body).toString('utf8')).toBe(text);
      const tag = /ETag: (W\/"[\w-]{22}")/u.exec(plain.head)?.[1] ?? '';
      const known = await ask(
        url,
        `GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: ${tag}\r\nConnection: close\r\n\r\n`,
      );
      expect(known.head).toMatch(/^HTTP\/1\.1 304 /u);
      expect(known.head).not.toContain('Content-Length');
      expect(known.body).toHaveLength(0);
    } finally {
      running.child.kill();
      await running.exited;
    }
  });

  test('without the key has nothing of the page', () => {
    const files = readdirSync('dist/greeter').filter((file) => file.endsWith('.mjs'));
    const text = files.map((file) => readFileSync(path.join('dist/greeter', file), 'utf8')).join('\n');
    expect(text).not.toContain('<!doctype html>');
    expect(text).not.toContain('frame-ancestors');
    expect(text).not.toContain('if-none-match');
  });
});

describe('a definition with `auth`', () => {
  const definition = (page: string): string => `server:
  name: shop
  version: 1.0.0
  docsPage: ${page}
auth:
  issuers: ['https://login.example.com']
  resource: https://shop.example.com/mcp
  scopes: { read: See everything }
  requiredScopes: [read]
tools:
  find: { description: Finds., inputSchema: { type: object } }
`;

  const generate = (page: string) => createProject({ 'definitions/shop.mcp.yaml': definition(page) });

  test('and `docsPage: true` has a page that no caller gets, which is a warning', async () => {
    const { report } = await generate('true');
    expect(report.diagnostics).toMatchObject([
      {
        code: 'hidden-page',
        severity: 'warning',
        location: { file: 'definitions/shop.mcp.yaml', line: 4, column: 13 },
        help: expect.stringContaining('docsPage: public') as string,
      },
    ]);
  });

  test('and `docsPage: public` shows the page to everyone, with the address of the server and without its variables', async () => {
    const project = await generate('public');
    expect(project.report.diagnostics).toEqual([]);
    const running = startServer(await project.bundle(), ['--http', '0']);
    try {
      const url = await urlOf(running);
      const { head, body } = await ask(url, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 200 /u);
      const text = body.toString('utf8');
      expect(text).toContain('The URL of the server is <code>https://shop.example.com/mcp</code>.');
      expect(text).toContain('<th scope="row"><code>read</code></th>');
      expect(text).not.toContain('/path/to');
      expect(text).not.toContain('Environment variables');
      const call = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
      expect(call.status).toBe(401);
    } finally {
      running.child.kill();
      await running.exited;
    }
  });

  test.each(['false', 'yes', '{}'])('and `docsPage: %s` is refused with the values that are allowed', async (page) => {
    await expect(generate(page)).rejects.toThrow(/`docsPage` must be one of true, public/u);
  });
});

/** Waits for the address that a server prints. */
async function urlOf(server: ServerProcess): Promise<string> {
  return (await untilSaid(server, /http:\/\/\S+(?=\s)/u))[0];
}

/** Sends the bytes of a request and reads those of the answer. */
async function ask(url: string, request: string): Promise<{ readonly head: string; readonly body: Buffer }> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => void chunks.push(chunk));
  socket.write(request);
  await once(socket, 'close');
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n') + 4;
  return { head: bytes.subarray(0, end).toString('latin1'), body: bytes.subarray(end) };
}
