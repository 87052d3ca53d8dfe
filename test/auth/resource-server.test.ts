import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AccessError } from '../../runtime/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import type { HttpSubject } from '../wire/http-kit.js';
import type { RawHeaders } from '../wire/raw-http.js';
import { makeBooks, readChallenge, request, resource, serveBooks, textOf } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();
const make = () => makeBooks({ issuers: [issuer.url] });
const token = (scope: string, sub = 'ada') => issuer.sign(issuer.claims(resource, { scope, sub }));
const metadataUrl = 'https://books.example/.well-known/oauth-protected-resource/mcp';

type Send = (message: object) => Promise<number>;

/** Begins a session; its function sends a message and gives the status. */
async function openSession(subject: HttpSubject, headers: RawHeaders): Promise<Send> {
  const session = await subject.initialize('2025-11-25', headers);
  return async (message) => (await session.post(message, headers)).status;
}

/** Opens a stream of 2024-11-05; its function waits for the answer too, unless there is none. */
async function openPair(subject: HttpSubject, headers: RawHeaders): Promise<Send> {
  const stream = await subject.open({
    method: 'GET',
    path: '/sse',
    headers: { ...headers, Accept: 'text/event-stream' },
  });
  const { data = '' } = (await stream.next()) ?? {};
  const type = { 'Content-Type': 'application/json' };
  return async (message) => {
    const { status } = await subject.fetch({
      path: data,
      headers: { ...headers, ...type },
      body: JSON.stringify(message),
    });
    if (status === 202) expect(await stream.nextMessage()).toHaveProperty('result');
    return status;
  };
}

/** Grants so many calls. */
function limitTo(calls: number): MemoryStore['take'] {
  let left = calls;
  return async () => ((left -= 1) >= 0 ? 0 : 1000);
}

describe('metadata', () => {
  const wanted = {
    resource,
    authorization_servers: [issuer.url],
    scopes_supported: ['books:read'],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['ES256', 'ES384', 'EdDSA', 'Ed25519', 'PS256', 'RS256'],
    resource_name: 'Bookshop',
  };

  test.each([
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp?x=1',
  ])('is at %s, for every page', async (path) => {
    const { subject } = await serveBooks(make());
    const headers = { Origin: 'https://anywhere.example' };
    const response = await subject.fetch({ method: 'GET', path, headers });
    expect(response.status).toBe(200);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['content-type']).toBe('application/json');
    expect(JSON.parse(response.body)).toEqual(wanted);
    expect(await subject.fetch({ method: 'HEAD', path })).toMatchObject({ status: 200, body: '' });
    const preflight = await subject.fetch({ method: 'OPTIONS', path, headers });
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-methods': 'GET, HEAD' } });
  });

  test('cannot be posted to, is not at other paths and not for another host; there is no authorization server', async () => {
    const { subject } = await serveBooks(make());
    const path = '/.well-known/oauth-protected-resource';
    expect(await subject.fetch({ path, body: '{}' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect((await subject.fetch({ method: 'GET', path, headers: { Host: 'evil.example' } })).status).toBe(403);
    for (const none of [`${path}/other`, `${path}mcp`, '/.well-known/oauth-authorization-server', '/authorize']) {
      expect((await subject.fetch({ method: 'GET', path: none })).status).toBe(404);
    }
    for (const none of ['/token', '/register']) {
      expect((await subject.fetch({ path: none, body: '{}' })).status).toBe(404);
    }
  });

  test('names the scopes that include no others when none is required', async () => {
    const { subject } = await serveBooks(makeBooks({ issuers: [issuer.url], required: [] }));
    const { body } = await subject.fetch({ method: 'GET', path: '/.well-known/oauth-protected-resource' });
    expect(JSON.parse(body)).toMatchObject({ scopes_supported: ['books:read', 'books:stock'] });
  });

  test('has the address that the server listens on when the definition names none', async () => {
    const { subject } = await serveBooks(makeBooks({ issuers: [issuer.url], resource: undefined }));
    const { body } = await subject.fetch({ method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' });
    expect(JSON.parse(body)).toMatchObject({ resource: subject.url });
    const accepted = await issuer.sign(issuer.claims(subject.url));
    expect((await subject.post(request('tools/list'), { Authorization: `Bearer ${accepted}` })).status).toBe(200);
  });
});

describe('a request', () => {
  test('without a token is answered 401 with the place of the metadata and the least scopes', async () => {
    const books = make();
    const server = await serveBooks(books);
    const response = await server.callTool(undefined, 'find');
    expect(response.status).toBe(401);
    const challenge = { scheme: 'Bearer', resource_metadata: metadataUrl, scope: 'books:read' };
    expect(readChallenge(response)).toEqual(challenge);
    expect(books.ran).toEqual([]);
  });

  test('for a list needs a token and no scope', async () => {
    const server = await serveBooks(make());
    expect((await server.send(undefined, 'tools/list')).status).toBe(401);
    const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'server/discover'];
    const [low, full] = [await token(''), await token('books:order books:stock')];
    for (const method of lists) {
      const answers = [await server.send(low, method), await server.send(full, method)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      // Lists do not vary by caller.
      expect(answers[0]?.body).toBe(answers[1]?.body);
    }
  });

  test('reaches its handler with the scopes, and the caller is known there', async () => {
    const server = await serveBooks(make());
    const response = await server.callTool(await token('openid books:order'), 'who');
    expect(JSON.parse(textOf(response))).toMatchObject({
      principal: `${issuer.url} ada`,
      subject: 'ada',
      scopes: ['books:read', 'books:order'],
      claims: { iss: issuer.url, scope: 'openid books:order' },
    });
  });

  test('for a prompt reaches its handler with the scopes', async () => {
    const books = make();
    const server = await serveBooks(books);
    const response = await server.send(await token('books:order'), 'prompts/get', { name: 'recommend' });
    expect([response.status, books.ran]).toEqual([200, ['recommend']]);
  });

  const order = 'books:read books:order books:stock';
  test.each([
    ['tools/call', { name: 'order', arguments: {} }, 'books:order', order],
    ['tools/call', { name: 'order', arguments: {} }, 'books:stock books:read', order],
    ['tools/call', { name: 'find', arguments: {} }, 'books:stock', 'books:read'],
    ['prompts/get', { name: 'recommend' }, 'books:read', 'books:read books:order'],
    ['resources/read', { uri: 'books://stock' }, 'books:order', 'books:read books:stock'],
    ['resources/read', { uri: 'books://book/1' }, 'books:read', 'books:read books:order'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'recommend' }, argument: { name: 'topic', value: '' } },
      'books:read',
      'books:read books:order',
    ],
    [
      'subscriptions/listen',
      { notifications: { resourceSubscriptions: ['books://stock'] } },
      'books:read',
      'books:read books:stock',
    ],
  ])(
    '%s %j with the scopes "%s" is answered 403, with all scopes in one challenge',
    async (method, params, has, needs) => {
      const books = make();
      const server = await serveBooks(books);
      const response = await server.send(await token(has), method, params);
      expect(response.status).toBe(403);
      expect(readChallenge(response)).toEqual({
        scheme: 'Bearer',
        resource_metadata: metadataUrl,
        error: 'insufficient_scope',
        scope: needs,
      });
      expect(books.ran).toEqual([]);
    },
  );

  test('in a batch gets a tool error that names the scopes, and the other calls succeed', async () => {
    const books = make();
    const { subject } = await serveBooks(books);
    const session = await subject.initialize('2025-03-26', { Authorization: `Bearer ${await token('books:read')}` });
    const { body } = await session.post([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'order', arguments: {} } },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'find', arguments: {} } },
      { jsonrpc: '2.0', id: 3, method: 'resources/read', params: { uri: 'books://stock' } },
      { jsonrpc: '2.0', id: 4, method: 'resources/subscribe', params: { uri: 'books://stock' } },
    ]);
    const answers = JSON.parse(body) as { id: number }[];
    expect(answers.toSorted((one, other) => one.id - other.id)).toMatchObject([
      {
        result: {
          isError: true,
          content: [{ text: 'Forbidden: requires the scopes books:read, books:order, books:stock' }],
        },
      },
      { result: { content: [{ text: 'find' }] } },
      { error: { code: 403, message: 'Forbidden: requires the scopes books:read, books:stock' } },
      { error: { code: 403, message: 'Forbidden: requires the scopes books:read, books:stock' } },
    ]);
    expect(books.ran).toEqual(['find']);
  });

  test('beyond the rate of a principal, by default 50 a second, is answered 429 with Retry-After, and others are not kept waiting', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    const server = await serveBooks(make());
    const [ada, bob] = [await token('books:read', 'ada'), await token('books:read', 'bob')];
    const answers = await Promise.all(Array.from({ length: 51 }, () => server.callTool(ada, 'find')));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject([{ status: 429, headers: { 'retry-after': '1' } }]);
    expect((await server.callTool(bob, 'find')).status).toBe(200);
  });

  test('a store that refuses the first call too many is answered with 429 as the later ones are', async () => {
    const shared = new MemoryStore();
    onTestFinished(() => shared.close());
    const waits = [0, 1500];
    const counted: string[] = [];
    shared.take = async (key) => {
      counted.push(key);
      return waits.shift() ?? 0;
    };
    const options = { start: { callsPerSecond: 1 }, ports: { stores: { shared } } };
    const server = await serveBooks(make(), options);
    const ada = await token('books:read');
    expect((await server.callTool(ada, 'find')).status).toBe(200);
    for (let calls = 0; calls < 2; calls += 1) {
      const refused = await server.callTool(ada, 'find');
      expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
      expect(JSON.parse(refused.body)).toEqual({
        jsonrpc: '2.0',
        error: { code: 429, message: 'Too many requests: at most 1 a second' },
      });
    }
    // What was refused costs no command until its time has come.
    expect(counted).toHaveLength(2);
  });

  test.each(['a session', 'a session in a store', 'the two endpoints', 'the two endpoints with a store'])(
    'counts a call in %s once',
    async (way) => {
      const shared = new MemoryStore();
      onTestFinished(() => shared.close());
      const ports = way.includes('store') ? { stores: { shared } } : {};
      // Few enough that none flows in during the test.
      const options = { start: { callsPerSecond: 2 }, http: { legacySse: true }, ports };
      const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      onTestFinished(() => now.mockRestore());
      shared.take = limitTo(2);
      const { subject } = await serveBooks(make(), options);
      const headers = { Authorization: `Bearer ${await token('books:read')}` };
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find', arguments: {} } };
      const post = way.includes('endpoints') ? await openPair(subject, headers) : await openSession(subject, headers);
      const statuses = [await post(call), await post(call), await post(call)];
      expect(statuses.map((status) => status < 300)).toEqual([true, true, false]);
      expect(statuses.at(-1)).toBe(429);
    },
  );
});

describe('with `authenticate` of the user', () => {
  const serveWith = (authenticate: Parameters<typeof serveBooks>[1]) => serveBooks(make(), authenticate);

  test('it gets the verified caller, and adds scopes and claims', async () => {
    const server = await serveWith({
      authenticate: (_, verified) =>
        verified && { ...verified, scopes: ['books:read', 'books:order', 'books:stock'], tenant: 'north' },
    });
    const low = await token('books:read');
    expect((await server.callTool(low, 'order')).status).toBe(200);
    expect(JSON.parse(textOf(await server.callTool(low, 'who')))).toMatchObject({ tenant: 'north', subject: 'ada' });
  });

  test('it is not called for a token that is not accepted, and refuses with the challenge of the server, or with 403 and none', async () => {
    let called = 0;
    const server = await serveWith({ authenticate: () => void (called += 1) });
    expect((await server.callTool('none.of.ours', 'find')).status).toBe(401);
    expect(called).toBe(0);
    const response = await server.callTool(await token('books:read'), 'find');
    expect(response.status).toBe(401);
    expect(readChallenge(response)).toMatchObject({ error: 'invalid_token', resource_metadata: metadataUrl });
    const authenticate = () => {
      throw new AccessError(403, 'Not in this country');
    };
    const forbidden = await (await serveWith({ authenticate })).callTool(await token('books:read'), 'find');
    expect([forbidden.status, readChallenge(forbidden)]).toEqual([403, undefined]);
  });
});

describe('where fetch serves', () => {
  test('the same rules hold', async () => {
    const server = createWebServer(make());
    const url = 'https://books.example/mcp';
    const metadata = await server.fetch(new Request(metadataUrl, { headers: { Origin: 'https://any.example' } }));
    expect(await metadata.json()).toMatchObject({ resource, authorization_servers: [issuer.url] });
    const body = JSON.stringify(request('tools/call', { name: 'order', arguments: {} }));
    const headers = {
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'order',
    };
    const send = async (authorization: object) =>
      server.fetch(new Request(url, { method: 'POST', body, headers: { ...headers, ...authorization } }));
    expect((await send({})).headers.get('www-authenticate')).toContain(`resource_metadata="${metadataUrl}"`);
    expect((await send({ Authorization: `Bearer ${await token('books:read')}` })).status).toBe(403);
    const full = await token('books:order books:stock');
    expect((await send({ Authorization: `Bearer ${full}` })).status).toBe(200);
    const twice = new Headers({ ...headers, Authorization: `Bearer ${full}` });
    twice.append('Authorization', `Bearer ${full}`);
    expect((await server.fetch(new Request(url, { method: 'POST', body, headers: twice }))).status).toBe(400);
    await server.close();
  });

  test('without a resource nothing is answered: a Host header is the client’s', async () => {
    const server = createWebServer(makeBooks({ issuers: [issuer.url], resource: undefined }));
    expect((await server.fetch(new Request('https://books.example/mcp', { method: 'POST' }))).status).toBe(500);
  });

  test('variables come from the bindings of a Worker', async () => {
    const server = createWebServer(makeBooks({ issuers: ['${BOOKS_ISSUER}'] }));
    const response = await server.fetch(new Request(metadataUrl), { BOOKS_ISSUER: issuer.url });
    expect(await response.json()).toMatchObject({ authorization_servers: [issuer.url] });
  });
});
