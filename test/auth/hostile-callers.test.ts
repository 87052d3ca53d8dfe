import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../definitions/diagnose.js';
import { makeFolder } from '../kit/make-folder.js';
import type { AuthInfo, Authenticate, RequestContext } from '../../runtime/index.js';
import { makeBooks, readChallenge, resource, serveBooks, type Books } from './books.js';
import { makeKey, startIssuer } from './issuer.js';

const issuer = await startIssuer();
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a caller without a good token', () => {
  test.each(['RS512', 'PS256'])(
    'cannot make a key unusable for others by naming another algorithm (%s)',
    async (alg) => {
      const own = await startIssuer();
      const key = await makeKey('rsa', 'RS256');
      // As Entra ID publishes its keys.
      const { alg: _alg, ...published } = key.jwk;
      own.keys = [published];
      const server = await serveBooks(makeBooks({ issuers: [own.url] }));
      const header = encode({ alg, kid: 'rsa', typ: 'at+jwt' });
      const forged = `${header}.${encode(own.claims(resource))}.${'A'.repeat(342)}`;
      expect((await server.callTool(forged, 'find')).status).toBe(401);
      const good = await own.sign(own.claims(resource), { key });
      expect((await server.callTool(good, 'find')).status).toBe(200);
    },
  );

  const introspection = { clientId: 'books', clientSecret: 'secret' };

  test('makes the server ask for metadata once, with many opaque tokens at a time', async () => {
    const own = await startIssuer();
    const server = await serveBooks(makeBooks({ issuers: [own.url], introspection }));
    const tokens = Array.from({ length: 20 }, (_, index) => `opaque-${index}`);
    const answers = await Promise.all(tokens.map((token) => server.callTool(token, 'find')));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 401));
    expect(own.requests.filter((line) => line.startsWith('/.well-known'))).toHaveLength(1);
  });

  test('does not make the server ask an issuer again and again that is down', async () => {
    const own = await startIssuer();
    own.isDown = true;
    const server = await serveBooks(makeBooks({ issuers: [own.url], introspection }));
    for (const token of ['opaque-1', 'opaque-2', 'opaque-3']) {
      expect((await server.callTool(token, 'find')).status).toBe(503);
    }
    // One request to each of the places where metadata can be.
    expect(own.requests).toEqual(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']);
  });
});

describe('a caller without the scopes of a template', () => {
  /** A bookshop whose template has a handler that lists its resources. */
  function makeListing(required: readonly string[]): Books {
    const books = makeBooks({ issuers: [issuer.url], required });
    const { handlers } = books;
    const list = ({ auth }: RequestContext) => {
      books.ran.push(`list for ${auth?.['subject'] as string}`);
      return [{ uri: 'books://book/secret', name: 'A secret book' }];
    };
    const definition = { ...books.definition, listsResources: true } as const;
    return { ...books, definition, handlers: { ...handlers, lists: { 'books://book/{id}': list } } };
  }

  test.each([
    ['its own', 'books:read', []],
    ['the required ones', 'openid', ['books:read']],
  ])('does not get its resources from a handler that lists them: %s', async (_which, scope, required) => {
    const books = makeListing(required);
    const server = await serveBooks(books);
    const low = await issuer.sign(issuer.claims(resource, { scope }));
    const response = await server.send(low, 'resources/list');
    expect(response.status).toBe(200);
    expect(response.body).toContain('books://stock');
    expect(response.body).not.toContain('secret');
    expect(books.ran).toEqual([]);
    const full = await issuer.sign(issuer.claims(resource, { scope: 'books:order' }));
    expect((await server.send(full, 'resources/list')).body).toContain('books://book/secret');
  });
});

describe('what `authenticate` adds to a caller', () => {
  test.each([
    ['assigned', (auth: AuthInfo) => Object.assign(auth, { scopes: ['books:read', 'books:order', 'books:stock'] })],
    ['pushed', (auth: AuthInfo) => ((auth.scopes as string[]).push('books:order', 'books:stock'), auth)],
  ])('is for that request, and not for the next one with the same token (%s)', async (_how, widen) => {
    const authenticate: Authenticate = (sent, verified) =>
      verified && sent.header('x-inside') !== undefined ? widen(verified) : verified;
    const server = await serveBooks(makeBooks({ issuers: [issuer.url] }), { authenticate });
    const token = await issuer.sign(issuer.claims(resource));
    expect((await server.callTool(token, 'order', { 'X-Inside': 'yes' })).status).toBe(200);
    expect((await server.callTool(token, 'order')).status).toBe(403);
  });
});

describe('an API that renames an operation', () => {
  const definition = (key: string) => ({
    'definitions/shop.mcp.yaml': `server: { name: s, version: 1.0.0 }
auth: { issuers: [https://a.example], scopes: { burn: Burn } }
openapi:
  shop:
    document: ./shop.yaml
    tools:
      ${key}: { scopes: [burn] }
`,
    'definitions/shop.yaml': `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.example }]
paths: { /books: { delete: { operationId: burnAll, summary: Burns all., responses: { '204': { description: d } } } } }
`,
  });

  test('does not open it to all callers: the scopes of the former name are an error', async () => {
    expect(await diagnose(definition('burnAll'))).toEqual([]);
    expect(await diagnose(definition('burnEverything'))).toContain('invalid-auth 7:7');
  });
});

describe('API keys', () => {
  test('a comment in a file ends with its line, so that a key in it stays out of use', async () => {
    const file = `# left in May; ${sha256('former')} former books:read\n${sha256('present')} present books:read\n`;
    const folder = makeFolder({ 'keys.txt': file });
    const server = await serveBooks(makeBooks({ apiKeys: { file: path.join(folder, 'keys.txt') } }));
    expect((await server.callTool('present', 'find')).status).toBe(200);
    expect((await server.callTool('former', 'find')).status).toBe(401);
  });

  test('a caller with a key who lacks scopes is told all of them', async () => {
    process.env['HOSTILE_KEYS'] = `${sha256('reader')} reader books:read`;
    const server = await serveBooks(makeBooks({ apiKeys: { variable: 'HOSTILE_KEYS' } }));
    const response = await server.callTool('reader', 'order');
    expect(response.status).toBe(403);
    expect(readChallenge(response)).toEqual({
      scheme: 'Bearer',
      error: 'insufficient_scope',
      scope: 'books:read books:order books:stock',
    });
  });
});
