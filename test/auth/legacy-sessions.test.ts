import { describe, expect, test } from 'vitest';
import type { RawResponse } from '../wire/raw-http.js';
import { initialize, initialized, request } from '../wire/wire.js';
import { makeBooks, readChallenge, resource, serveBooks, textOf } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();
const metadata = 'https://books.example/.well-known/oauth-protected-resource/mcp';
const now = () => Math.floor(Date.now() / 1000);
const bearer = async (more: object) => ({
  Authorization: `Bearer ${await issuer.sign(issuer.claims(resource, more))}`,
});
const call = (id: number, name: string) => request(id, 'tools/call', { name, arguments: {} });
const read = (id: number, uri: string) => request(id, 'resources/read', { uri });

describe.each(['2025-03-26', '2025-06-18', '2025-11-25'])('in a session of %s', (revision) => {
  test('every request needs a token of its own, and the session itself is none', async () => {
    const { subject } = await serveBooks(makeBooks({ issuers: [issuer.url] }));
    const session = await subject.initialize(revision, await bearer({}));
    const without = { Authorization: undefined };
    const refused = [await session.post(call(1, 'find'), without), await session.post(initialized, without)];
    for (const method of ['GET', 'DELETE']) refused.push(await session.send(method, without));
    for (const response of refused) {
      expect(response.status).toBe(401);
      expect(readChallenge(response)).toEqual({
        scheme: 'Bearer',
        resource_metadata: metadata,
        scope: 'books:read',
      });
    }
    expect(textOf(await session.post(call(2, 'find')))).toBe('find');
  });

  test.each([
    ['has expired', () => bearer({ exp: now() - 61 })],
    ['is for another server', () => bearer({ aud: 'https://other.example/mcp' })],
    ['is for nobody', () => bearer({ aud: undefined })],
  ])('a token that %s is answered 401', async (_what, make) => {
    const books = makeBooks({ issuers: [issuer.url] });
    const { subject } = await serveBooks(books);
    const session = await subject.initialize(revision, await bearer({}));
    const response = await session.post(call(1, 'find'), await make());
    expect(response.status).toBe(401);
    expect(readChallenge(response)).toMatchObject({ error: 'invalid_token', resource_metadata: metadata });
    expect(books.ran).toEqual([]);
  });

  test('a token with too few scopes is answered 403, and calls and reads nothing', async () => {
    const books = makeBooks({ issuers: [issuer.url] });
    const { subject } = await serveBooks(books);
    const session = await subject.initialize(revision, await bearer({ scope: 'books:read' }));
    for (const [message, scope] of [
      [call(1, 'order'), 'books:read books:order books:stock'],
      [read(2, 'books://stock'), 'books:read books:stock'],
      [read(3, 'books://book/1'), 'books:read books:order'],
      [request(4, 'prompts/get', { name: 'recommend' }), 'books:read books:order'],
    ] as const) {
      const response = await session.post(message);
      expect(response.status).toBe(403);
      expect(readChallenge(response)).toMatchObject({ error: 'insufficient_scope', scope });
    }
    expect(books.ran).toEqual([]);
    const enough = await bearer({ scope: 'books:order books:stock' });
    expect((await session.post(read(5, 'books://stock'), enough)).body).toContain('"text":"stock"');
  });

  test('a request that can be understood in several ways is answered 400', async () => {
    const { subject } = await serveBooks(makeBooks({ issuers: [issuer.url] }));
    const own = await bearer({});
    const session = await subject.initialize(revision, own);
    const twice = { Authorization: `${own.Authorization}\r\nAuthorization: ${own.Authorization}` };
    const response = await session.post(call(1, 'find'), twice);
    expect(response.status).toBe(400);
    expect(readChallenge(response)).toMatchObject({ error: 'invalid_request' });
  });
});

test('on the two endpoints of 2024-11-05 the same scopes are needed, and a token with each message', async () => {
  const books = makeBooks({ issuers: [issuer.url] });
  const { subject } = await serveBooks(books, { http: { legacySse: true } });
  const [low, full] = [await bearer({ scope: 'books:read' }), await bearer({ scope: 'books:order books:stock' })];
  const stream = await subject.open({ method: 'GET', path: '/sse', headers: { Accept: 'text/event-stream', ...low } });
  const { data: path = '' } = (await stream.next()) ?? {};
  const post = (message: object, headers: object): Promise<RawResponse> =>
    subject.fetch({ path, body: JSON.stringify(message), headers: { ...headers } });
  expect((await post(initialize(1, '2024-11-05'), low)).status).toBe(202);
  expect(await stream.nextMessage()).toMatchObject({ id: 1 });
  expect((await post(call(2, 'find'), {})).status).toBe(401);
  for (const message of [call(3, 'order'), read(4, 'books://stock'), read(5, 'books://book/1')]) {
    const response = await post(message, low);
    expect(response.status).toBe(403);
    expect(readChallenge(response)).toMatchObject({ error: 'insufficient_scope', resource_metadata: metadata });
  }
  expect(books.ran).toEqual([]);
  expect((await post(read(6, 'books://stock'), full)).status).toBe(202);
  expect(await stream.nextMessage()).toMatchObject({ id: 6, result: { contents: [{ text: 'stock' }] } });
});
