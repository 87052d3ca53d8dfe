import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { reports } from '../wire/wire.js';
import { makeBooks, readChallenge, resource, serveBooks, textOf, type ProtectedServer } from './books.js';
import { makeKey, startIssuer } from './issuer.js';

const issuer = await startIssuer();
const sha256 = (text: string, encoding: 'hex' | 'base64url') => createHash('sha256').update(text).digest(encoding);

/** Facts about the sender of a token. */
async function whoIs(server: ProtectedServer, token: string): Promise<unknown> {
  const response = await server.callTool(token, 'who');
  return response.status === 200 ? JSON.parse(textOf(response)) : response.status;
}

describe('introspection', () => {
  const introspection = { clientId: 'books server', clientSecret: 's3cret:&' };
  const make = () => makeBooks({ issuers: [issuer.url], introspection });
  const active = (more: object = {}) => ({ active: true, sub: 'ada', aud: resource, scope: 'books:read', ...more });

  test('asks the issuer with the server’s own credentials, once for many calls', async () => {
    issuer.opaque.set('opaque-1', active());
    const server = await serveBooks(make());
    const asked = () => issuer.requests.filter((request) => request.includes('opaque-1'));
    const answers = await Promise.all([1, 2, 3].map(() => whoIs(server, 'opaque-1')));
    expect(answers[2]).toMatchObject({ principal: `${issuer.url} ada`, scopes: ['books:read'] });
    expect(await whoIs(server, 'opaque-1')).toMatchObject({ subject: 'ada' });
    expect(asked()).toHaveLength(1);
    const [, authorization, body] = /^\/introspect Basic (\S+) (.*)$/u.exec(asked()[0] ?? '') ?? [];
    expect(Buffer.from(authorization ?? '', 'base64').toString()).toBe('books+server:s3cret%3A%26');
    expect(body).toBe('token=opaque-1&token_type_hint=access_token');
  });

  test('a client without a subject is no user of that name', async () => {
    issuer.opaque.set('opaque-client', active({ sub: undefined, client_id: 'ada' }));
    const server = await serveBooks(make());
    expect(await whoIs(server, 'opaque-client')).toMatchObject({ principal: `${issuer.url}#client ada` });
  });

  test.each([
    ['unknown', undefined],
    ['inactive', { ...active(), active: false }],
    ['active in words', active({ active: 'true' })],
    ['for another resource', active({ aud: 'https://other.example' })],
    ['for no resource', active({ aud: undefined })],
    ['of another issuer', active({ iss: 'https://other.example' })],
    ['expired', active({ exp: 1 })],
    ['not valid yet', active({ nbf: 9_999_999_999 })],
    ['a refresh token', active({ token_type: 'refresh_token' })],
    ['of nobody', active({ sub: undefined })],
  ])('a token that is %s is refused', async (what, answer) => {
    const token = `opaque-${what.replaceAll(' ', '-')}`;
    if (answer !== undefined) issuer.opaque.set(token, answer);
    expect(await whoIs(await serveBooks(make()), token)).toBe(401);
  });

  test('a JWT is not sent to the issuer', async () => {
    const token = await issuer.sign(issuer.claims(resource));
    expect(await whoIs(await serveBooks(make()), token)).toMatchObject({ subject: 'ada' });
    expect(issuer.requests.filter((request) => request.includes(token))).toEqual([]);
  });
});

describe('API keys', () => {
  const key = 'k3y-of-the-cataloguer-000000000000000000';
  const lines = `# keys\n${sha256(key, 'hex')} cataloguer books:order\n\n${sha256('other', 'hex').toUpperCase()} reader`;
  const make = (text: string, issuers: readonly string[] = []) => {
    process.env['BOOKS_KEYS'] = text;
    return makeBooks({ issuers, apiKeys: { variable: 'BOOKS_KEYS' } });
  };

  test('name their owner and scopes, without an issuer', async () => {
    const server = await serveBooks(make(lines));
    const wanted = { principal: 'key cataloguer', subject: 'cataloguer', scopes: ['books:read', 'books:order'] };
    expect(await whoIs(server, key)).toEqual({ ...wanted, claims: {} });
    expect((await server.callTool('other', 'find')).status).toBe(403);
    expect((await server.callTool(sha256(key, 'hex'), 'find')).status).toBe(401);
    const refused = await server.callTool(`${key}x`, 'find');
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
    // There is no authorization server that metadata could name.
    const path = '/.well-known/oauth-protected-resource';
    expect((await server.subject.fetch({ method: 'GET', path })).status).toBe(404);
  });

  test('work next to an issuer, and with semicolons instead of line breaks', async () => {
    const server = await serveBooks(make(lines.replaceAll('\n', ';'), [issuer.url]));
    expect(await whoIs(server, key)).toMatchObject({ subject: 'cataloguer' });
    expect(await whoIs(server, await issuer.sign(issuer.claims(resource)))).toMatchObject({ subject: 'ada' });
  });

  test('need no resource, wherever the server listens', async () => {
    process.env['BOOKS_KEYS'] = lines;
    const server = createWebServer(makeBooks({ resource: undefined, apiKeys: { variable: 'BOOKS_KEYS' } }));
    const send = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await server.fetch(new Request('https://any.example/mcp', { method: 'PUT', headers }))).status;
    };
    expect(await send(key)).toBe(405);
    expect(await send('wrong')).toBe(401);
    await server.close();
  });

  test.each([
    ['a key that is not hashed', `${key} cataloguer`, '1: write the SHA-256 of a key, a name, and scopes'],
    ['no name', `# a\n${sha256(key, 'hex')}`, '2: write the SHA-256 of a key, a name, and scopes'],
    ['an unknown scope', `${sha256(key, 'hex')} a books:burn`, '1: unknown scope books:burn'],
  ])('with %s keep the server from starting', async (_what, text, message) => {
    await expect(serveBooks(make(text))).rejects.toThrow(`BOOKS_KEYS, line ${message}`);
  });
});

describe('a variable without keys', () => {
  test.each([
    ['empty', ''],
    ['with blanks', ' \n ; '],
    ['with a comment', '# none yet'],
  ])('%s keeps a server from starting that admits no other caller', async (_what, text) => {
    process.env['BOOKS_KEYS'] = text;
    const books = makeBooks({ apiKeys: { variable: 'BOOKS_KEYS' } });
    const message =
      '`auth` has no API keys: no line with a key was found in BOOKS_KEYS, so no caller could be authenticated';
    await expect(serveBooks(books)).rejects.toThrow(message);
  });

  test('is a warning with an issuer', async () => {
    process.env['BOOKS_KEYS'] = '';
    const server = await serveBooks(makeBooks({ issuers: [issuer.url], apiKeys: { variable: 'BOOKS_KEYS' } }));
    expect(reports.join('')).toContain(
      'AUTH | WARNING: `auth` has no API keys: no line with a key was found in BOOKS_KEYS; only tokens from issuers are accepted\n',
    );
    expect((await server.callTool(await issuer.sign(issuer.claims(resource)), 'find')).status).toBe(200);
    expect((await server.callTool('', 'find')).status).toBe(400);
  });
});

describe('a server does not start', () => {
  const issuers = [issuer.url];
  test.each([
    ['without a variable that `auth` names', { issuers: ['${NO_SUCH_ISSUER}'] }, 'NO_SUCH_ISSUER'],
    ['with an issuer without https', { issuers: ['http://login.example'] }, 'http://login.example'],
    ['with a resource without https', { issuers, resource: 'http://books.example/mcp' }, 'http://books.example/mcp'],
    ['with a resource with a fragment', { issuers, resource: 'https://a.example/#b' }, 'https://a.example/#b'],
    ['with a resource that could end a header', { issuers, resource: 'https://a.example/"x' }, '"x'],
    ['with a prefix that could end a header', { issuers, scopePrefix: 'a"' }, 'scopePrefix'],
    ['without its variable of keys', { apiKeys: { variable: 'NO_SUCH_KEYS' } }, 'NO_SUCH_KEYS'],
  ])('%s', async (_what, auth, message) => {
    await expect(serveBooks(makeBooks(auth))).rejects.toThrow(message);
  });

  test('without a resource when other machines reach it', async () => {
    const books = makeBooks({ issuers: [issuer.url], resource: undefined });
    await expect(serveBooks(books, { http: { host: '0.0.0.0' } })).rejects.toThrow('`auth` needs `resource`');
  });
});

describe('DPoP', async () => {
  const [own, other] = [await makeKey('own'), await makeKey('other')];
  const bound = async (more: object = {}) =>
    issuer.sign(issuer.claims(resource, { cnf: { jkt: await calculateJwkThumbprint(own.jwk) }, ...more }));
  const serving = () => serveBooks(makeBooks({ issuers: [issuer.url] }));

  /** A right proof for a token, but for what is given. */
  async function prove(token: string, { claims = {}, header = {}, key = own }: Proof = {}): Promise<string> {
    const { kty, crv, x, y } = key.jwk;
    const now = Math.floor(Date.now() / 1000);
    const right = { jti: crypto.randomUUID(), htm: 'POST', htu: resource, iat: now, ath: sha256(token, 'base64url') };
    const payload = { ...right, ...claims };
    const jwk = { kty: kty ?? '', crv: crv ?? '', x: x ?? '', y: y ?? '' };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
      .sign(key.privateKey);
  }
  interface Proof {
    readonly claims?: object;
    readonly header?: object;
    readonly key?: typeof own;
  }
  const send = async (server: ProtectedServer, token: string, proof: string | undefined, scheme = 'DPoP') =>
    server.callTool(undefined, 'find', { Authorization: `${scheme} ${token}`, DPoP: proof });

  test('a token with a proof of its key is accepted; the same proof is not accepted twice', async () => {
    const server = await serving();
    const token = await bound();
    const proof = await prove(token);
    expect((await send(server, token, proof)).status).toBe(200);
    const replayed = await send(server, token, proof);
    expect(replayed.status).toBe(401);
    expect(readChallenge(replayed)).toEqual({
      scheme: 'DPoP',
      resource_metadata: 'https://books.example/.well-known/oauth-protected-resource/mcp',
      error: 'invalid_dpop_proof',
      scope: 'books:read',
      algs: 'ES256 ES384 EdDSA Ed25519 PS256 RS256',
    });
    // The address of a proof may have a query.
    const other = await prove(token, { claims: { htu: `${resource}?a=b#c` } });
    expect((await send(server, token, other)).status).toBe(200);
  });

  test.each([
    ['no proof', undefined],
    ['a proof by another key', { key: other }],
    ['a proof for another method', { claims: { htm: 'GET' } }],
    ['a proof for another address', { claims: { htu: 'https://books.example/other' } }],
    ['a proof for another host', { claims: { htu: 'https://evil.example/mcp' } }],
    ['a proof for an address that is none', { claims: { htu: 'mcp' } }],
    ['a proof for another token', { claims: { ath: sha256('other', 'base64url') } }],
    ['a proof for no token', { claims: { ath: undefined } }],
    ['a proof of six minutes ago', { claims: { iat: Math.floor(Date.now() / 1000) - 360 } }],
    ['a proof of the future', { claims: { iat: Math.floor(Date.now() / 1000) + 360 } }],
    ['a proof without a time', { claims: { iat: undefined } }],
    ['a proof without an id', { claims: { jti: undefined } }],
    ['a proof with a long id', { claims: { jti: 'a'.repeat(257) } }],
    ['a proof of another type', { header: { typ: 'at+jwt' } }],
    ['a proof without its key', { header: { jwk: undefined } }],
    [
      'a proof with a private key',
      { header: { jwk: { kty: 'EC', crv: 'P-256', x: own.jwk.x, y: own.jwk.y, d: 'AAAA' } } },
    ],
  ] as readonly (readonly [string, Proof | undefined])[])('%s is refused', async (_what, change) => {
    const token = await bound();
    const proof = change === undefined ? undefined : await prove(token, change);
    const response = await send(await serving(), token, proof);
    expect(response.status).toBe(401);
    const error = change?.key === other ? 'invalid_token' : 'invalid_dpop_proof';
    expect(readChallenge(response)).toMatchObject({ scheme: 'DPoP', error, algs: expect.stringContaining('ES256') });
  });

  test('two proofs, and a proof that is none, are refused', async () => {
    const token = await bound();
    const server = await serving();
    expect((await send(server, token, `${await prove(token)}, ${await prove(token)}`)).status).toBe(401);
    expect((await send(server, token, 'a.b.c')).status).toBe(401);
    expect((await send(server, token, 'a'.repeat(9000))).status).toBe(401);
  });

  test('a bound token is no bearer token, and a bearer token is not bound', async () => {
    const server = await serving();
    const token = await bound();
    const free = await issuer.sign(issuer.claims(resource));
    const [asBearer, asBound] = [
      await send(server, token, await prove(token), 'Bearer'),
      await send(server, free, await prove(free)),
    ];
    expect([asBearer.status, asBound.status]).toEqual([401, 401]);
    expect(readChallenge(asBearer)).toMatchObject({ scheme: 'Bearer', error: 'invalid_token' });
    expect(readChallenge(asBound)).toMatchObject({ scheme: 'DPoP', error: 'invalid_token' });
  });

  test('the challenge has the scheme that the client used', async () => {
    const authenticate = () => undefined;
    const server = await serveBooks(makeBooks({ issuers: [issuer.url] }), { authenticate });
    const token = await bound();
    const unknown = await send(server, token, await prove(token));
    expect(readChallenge(unknown)).toMatchObject({ scheme: 'DPoP', error: 'invalid_token' });
    const limited = await serving();
    const order = { Authorization: `DPoP ${token}`, DPoP: await prove(token) };
    const lacking = await limited.callTool(undefined, 'order', order);
    expect([lacking.status, readChallenge(lacking)?.['scheme']]).toEqual([403, 'DPoP']);
    const free = await issuer.sign(issuer.claims('https://other.example'));
    expect(readChallenge(await limited.callTool(free, 'find'))?.['scheme']).toBe('Bearer');
    expect(readChallenge(await limited.callTool(undefined, 'find'))?.['scheme']).toBe('Bearer');
  });
});
