import {
  calculateJwkThumbprint,
  CompactSign,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeBooks, readChallenge, request, resource, serveBooks } from './books.js';
import { makeKey, startIssuer } from './issuer.js';

const issuer = await startIssuer();
const foreign = await startIssuer();
const strange = await makeKey('first');
const rsa = await makeKey('rsa', 'RS256');
const encryption = await makeKey('encryption');
const now = () => Math.floor(Date.now() / 1000);
issuer.keys = [
  issuer.key.jwk,
  rsa.jwk,
  { ...encryption.jwk, use: 'enc' },
  { kty: 'oct', kid: 'shared', k: 'c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MTI' },
];

/** A token that is right but for these claims. */
const claims = (more: object) => issuer.sign(issuer.claims(resource, more));
/** A token that is right but for these members of its header, or its key. */
const header = (more: object, key = issuer.key) =>
  issuer.sign(issuer.claims(resource), { key, header: more as { readonly [name: string]: unknown } });
/** A token that does not say that it is for access. */
const plain = (more: object) => issuer.sign(issuer.claims(resource, more), { header: { typ: 'JWT' } });
const good = () => issuer.sign(issuer.claims(resource));
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signShared(secret: string | Uint8Array, kid: string): Promise<string> {
  const key = typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
  return new SignJWT(issuer.claims(resource)).setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' }).sign(key);
}

/** A good token with a part of it replaced. */
async function damage(part: number, change: (text: string) => string): Promise<string> {
  const parts = (await good()).split('.');
  parts[part] = change(parts[part] ?? '');
  return parts.join('.');
}

const flip = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;

const tokens: readonly (readonly [what: string, make: () => Promise<string> | string])[] = [
  ['another audience', () => claims({ aud: 'https://other.example/mcp' })],
  ['the origin as its audience', () => claims({ aud: 'https://books.example' })],
  ['a longer path as its audience', () => claims({ aud: `${resource}/more` })],
  ['an audience that begins with the right one', () => claims({ aud: `${resource}.evil.example` })],
  ['http in place of https in its audience', () => claims({ aud: resource.replace('https', 'http') })],
  ['a list of other audiences', () => claims({ aud: ['https://a.example', 'https://b.example'] })],
  ['an empty list of audiences', () => claims({ aud: [] })],
  ['no audience', () => claims({ aud: undefined })],
  ['an object as its audience', () => claims({ aud: { 0: resource } })],
  ['the client as its audience, as ID tokens have', () => claims({ aud: 'client' })],
  ['an issuer that is not configured', () => foreign.sign(foreign.claims(resource))],
  ['the configured issuer with another path', () => claims({ iss: `${issuer.url}/` })],
  ['the configured issuer in capitals', () => claims({ iss: issuer.url.toUpperCase() })],
  ['no issuer', () => claims({ iss: undefined })],
  ['a list as its issuer', () => claims({ iss: [issuer.url] })],
  ['a foreign issuer, and the right key', () => claims({ iss: foreign.url })],
  ['a foreign key with the id of the right one', () => header({}, strange)],
  ['a foreign key that it brings along', () => header({ jwk: strange.jwk }, strange)],
  ['an address of keys (jku)', () => header({ jku: `${foreign.url}/keys` }, strange)],
  ['an address of certificates (x5u)', () => header({ x5u: `${foreign.url}/keys` }, strange)],
  ['a certificate (x5c)', () => header({ x5c: ['MIIB'] }, strange)],
  ['an unknown key id', () => header({ kid: 'second' })],
  ['a path as its key id', () => header({ kid: '../../../etc/passwd' })],
  ['an address as its key id', () => header({ kid: `${foreign.url}/keys` })],
  ['an object as its key id', () => header({ kid: { kid: 'first' } })],
  ['no key id where there are several keys for encryption', () => header({}, encryption)],
  ['the id of a key for another algorithm', () => header({ kid: 'rsa' })],
  ['no signature (none)', () => new UnsecuredJWT(issuer.claims(resource)).encode()],
  ['no signature (None)', () => `${encode({ alg: 'None', kid: 'first' })}.${encode(issuer.claims(resource))}.`],
  [
    'none, and a signature',
    async () =>
      `${encode({ alg: 'none', kid: 'first' })}.${encode(issuer.claims(resource))}.${(await good()).split('.')[2]}`,
  ],
  [
    'HS256 with the public key as its secret',
    async () => signShared(await exportSPKI((await importJWK(issuer.key.jwk, 'ES256')) as never), 'first'),
  ],
  ['HS256 with the public key as JSON', () => signShared(JSON.stringify(issuer.key.jwk), 'first')],
  [
    'HS256 with a published secret',
    () => signShared(Buffer.from('c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MTI', 'base64url'), 'shared'),
  ],
  ['an unknown algorithm', async () => damage(0, () => encode({ alg: 'XS256', kid: 'first', typ: 'at+jwt' }))],
  ['RS256 and a key for ES256', async () => damage(0, () => encode({ alg: 'RS256', kid: 'first', typ: 'at+jwt' }))],
  ['no algorithm', async () => damage(0, () => encode({ kid: 'first', typ: 'at+jwt' }))],
  ['an expired time', () => claims({ exp: now() - 61 })],
  ['no end', () => claims({ exp: undefined })],
  ['a text as its end', () => claims({ exp: '9999999999' })],
  ['a begin in the future', () => claims({ nbf: now() + 120 })],
  ['a text as its begin', () => claims({ nbf: 'now' })],
  ['no subject', () => claims({ sub: undefined })],
  ['an empty subject', () => claims({ sub: '' })],
  ['a number as its subject', () => claims({ sub: 7 })],
  ['a subject of 1,001 characters', () => claims({ sub: 'a'.repeat(1001) })],
  ['the type of an ID-JAG', () => header({ typ: 'oauth-id-jag+jwt' })],
  ['the type of a DPoP proof', () => header({ typ: 'dpop+jwt' })],
  ['the type of a logout token', () => header({ typ: 'logout+jwt' })],
  ['a number as its type', () => header({ typ: 1 })],
  [
    'the event of a logout token',
    () => plain({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
  ],
  ['the hash of a code, as ID tokens have', () => plain({ c_hash: 'LDktKdoQak3Pk0cnXxCltA' })],
  ['the hash of a state, as ID tokens have', () => plain({ s_hash: '76sa5dd' })],
  ['the nonce of an ID token', () => claims({ nonce: 'n' })],
  ['the hash of an ID token', () => claims({ at_hash: 'h' })],
  ['the use of an ID token (Cognito)', () => claims({ token_use: 'id' })],
  ['the type of an ID token (Keycloak)', () => claims({ typ: 'ID' })],
  ['the type of a refresh token (Keycloak)', () => claims({ typ: 'Refresh' })],
  [
    'a critical extension that nobody knows',
    () =>
      new CompactSign(Buffer.from(JSON.stringify(issuer.claims(resource))))
        .setProtectedHeader({ alg: 'ES256', kid: 'first', crit: ['x'], x: 1 })
        .sign(issuer.key.privateKey, { crit: { x: true } }),
  ],
  [
    'a payload that is not encoded (b64)',
    async () => damage(0, () => encode({ alg: 'ES256', kid: 'first', b64: false, crit: ['b64'] })),
  ],
  ['a changed signature', () => damage(2, flip)],
  ['a signature of zeros', () => damage(2, () => Buffer.alloc(64).toString('base64url'))],
  ['an empty signature', () => damage(2, () => '')],
  ['changed claims', () => damage(1, () => encode(issuer.claims(resource, { scope: 'books:stock' })))],
  ['claims that are no JSON', () => damage(1, () => Buffer.from('{').toString('base64url'))],
  ['claims that are a list', () => damage(1, () => encode([1]))],
  ['a header that is no JSON', () => damage(0, () => 'AAAA')],
  ['only two parts', async () => (await good()).split('.').slice(0, 2).join('.')],
  ['five parts, as an encrypted token', async () => `${await good()}.a.b`],
  ['no point at all', () => 'opaque'],
  ['17,000 characters', () => claims({ long: 'a'.repeat(13_000) })],
  ['10,000 nested lists', async () => damage(1, () => Buffer.from('['.repeat(5000)).toString('base64url'))],
  [
    'a certificate that it is bound to',
    () => claims({ cnf: { 'x5t#S256': 'A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0' } }),
  ],
  ['an unknown confirmation', () => claims({ cnf: { kid: 'first' } })],
  ['a text as its confirmation', () => claims({ cnf: 'jkt' })],
  [
    'a key that it is bound to, without a proof',
    async () => claims({ cnf: { jkt: await calculateJwkThumbprint(strange.jwk) } }),
  ],
];

describe('a token with', async () => {
  const books = makeBooks({ issuers: [issuer.url] });

  test.each(tokens)('%s is refused with the challenge that every bad token gets', async (_what, make) => {
    const server = await serveBooks(books);
    const before = foreign.requests.length;
    const response = await server.callTool(await make(), 'find');
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://books.example/.well-known/oauth-protected-resource/mcp", error="invalid_token", scope="books:read"',
    );
    // Nothing says why: neither what was wrong nor what the server knows.
    expect(JSON.parse(response.body)).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: 'Unauthorized' } });
    expect(books.ran).toEqual([]);
    expect(foreign.requests.length).toBe(before);
  });
});

describe('a request with', () => {
  const send = async (headers: object, path = '/mcp') => {
    const { subject } = await serveBooks(makeBooks({ issuers: [issuer.url] }));
    const body = JSON.stringify(request('tools/list'));
    return subject.fetch({
      path,
      body,
      headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list', ...headers },
    });
  };

  test.each([
    ['no token after Bearer', async () => 'Bearer'],
    ['two tokens', async () => `Bearer ${await good()} ${await good()}`],
    ['two values in one header', async () => `Bearer ${await good()}, Bearer ${await good()}`],
    ['characters that no token has', async () => 'Bearer a"b'],
  ])('%s is answered 400', async (_what, make) => {
    const response = await send({ Authorization: await make() });
    expect(response.status).toBe(400);
    expect(readChallenge(response)).toMatchObject({ error: 'invalid_request' });
  });

  test('two Authorization headers is answered 400', async () => {
    const token = await good();
    const response = await send({ Authorization: `Bearer ${token}\r\nAuthorization: Bearer ${token}` });
    expect(response.status).toBe(400);
  });

  test.each(['access_token', 'ACCESS_TOKEN', '%61ccess_token'])(
    'a token in the query (%s) is answered 400',
    async (name) => {
      const token = await good();
      expect((await send({}, `/mcp?${name}=${token}`)).status).toBe(400);
      expect((await send({ Authorization: `Bearer ${token}` }, `/mcp?x=1&${name}=${token}`)).status).toBe(400);
    },
  );

  test.each(['Basic YTpi', 'Negotiate abc', 'BearerX token', ''])(
    'the credentials "%s" is answered as one without a token',
    async (value) => {
      const response = await send({ Authorization: value });
      expect(response.status).toBe(401);
      expect(readChallenge(response)).not.toHaveProperty('error');
    },
  );

  test('a good token, and the scheme in any case, is accepted', async () => {
    expect((await send({ Authorization: `bEaReR ${await good()}` })).status).toBe(200);
  });
});

describe('an issuer', () => {
  test('is asked for metadata and keys once; new keys are followed without a restart, and an old one is not accepted for ever', async () => {
    const own = await startIssuer();
    const server = await serveBooks(makeBooks({ issuers: [own.url] }));
    const [old, second] = [own.key, await makeKey('second')];
    const sign = (key: typeof old) => own.sign(own.claims(resource), { key });
    for (const sub of ['ada', 'bob']) {
      expect((await server.callTool(await own.sign(own.claims(resource, { sub })), 'find')).status).toBe(200);
    }
    expect(own.requests).toEqual(['/.well-known/oauth-authorization-server', '/keys']);
    own.keys = [second.jwk];
    const answers = await Promise.all(
      [await sign(second), await sign(second)].map((token) => server.callTool(token, 'find')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await server.callTool(await sign(old), 'find')).status).toBe(401);
    expect(own.requests.filter((path) => path === '/keys')).toHaveLength(2);
  });

  test('whose keys cannot be fetched again is believed for an hour, and no longer', async () => {
    const own = await startIssuer();
    const server = await serveBooks(makeBooks({ issuers: [own.url] }));
    const call = async () => (await server.callTool(await own.sign(own.claims(resource)), 'find')).status;
    expect(await call()).toBe(200);
    own.isDown = true;
    const start = performance.now();
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => void clock.mockRestore());
    clock.mockImplementation(() => start + 50 * 60_000);
    expect(await call()).toBe(200);
    clock.mockImplementation(() => start + 70 * 60_000);
    expect(await call()).toBe(503);
    own.isDown = false;
    clock.mockImplementation(() => start + 71 * 60_000);
    expect(await call()).toBe(200);
  });

  test.each([
    ['', '/.well-known/oauth-authorization-server', 1],
    ['', '/.well-known/openid-configuration', 2],
    ['/realm', '/.well-known/oauth-authorization-server/realm', 1],
    ['/realm', '/.well-known/openid-configuration/realm', 2],
    ['/realm', '/realm/.well-known/openid-configuration', 3],
  ])('with the path "%s" may have its metadata at %s', async (path, place, tries) => {
    const own = await startIssuer(path);
    own.metadataPath = place;
    const server = await serveBooks(makeBooks({ issuers: [own.url] }));
    expect((await server.callTool(await own.sign(own.claims(resource)), 'find')).status).toBe(200);
    expect(own.requests.length).toBe(tries + 1);
  });

  test.each([
    ['is not there', (own: Awaited<ReturnType<typeof startIssuer>>) => (own.isDown = true)],
    ['names another issuer in its metadata', (own) => (own.metadata = { issuer: 'https://other.example' })],
    ['has keys at an address without https', (own) => (own.metadata = { jwks_uri: 'http://keys.example/keys' })],
    ['has no keys', (own) => (own.metadata = { jwks_uri: undefined })],
    ['has an address of a file', (own) => (own.metadata = { jwks_uri: 'file:///etc/passwd' })],
  ] as readonly (readonly [string, (own: Awaited<ReturnType<typeof startIssuer>>) => unknown])[])(
    'that %s is no reason to blame the token: 503',
    async (_what, change) => {
      const own = await startIssuer();
      change(own);
      const server = await serveBooks(makeBooks({ issuers: [own.url] }));
      const response = await server.callTool(await own.sign(own.claims(resource)), 'find');
      expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
      expect(response.body).not.toContain(own.url);
    },
  );

  test('is asked once more for many tokens with unknown key ids', async () => {
    const own = await startIssuer();
    const server = await serveBooks(makeBooks({ issuers: [own.url] }));
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) => own.sign(own.claims(resource), { header: { kid: `k${index}` } })),
    );
    const answers = await Promise.all(tokens.map((token) => server.callTool(token, 'find')));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 401));
    expect(own.requests.filter((path) => path === '/keys')).toHaveLength(2);
  });

  test('may sign with any of the asymmetric algorithms', async () => {
    const own = await startIssuer();
    const server = await serveBooks(makeBooks({ issuers: [own.url] }), { start: { callsPerSecond: 1000 } });
    const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
    const keys = await Promise.all(algorithms.map((alg) => makeKey(alg, alg)));
    own.keys = keys.map(({ jwk }) => jwk);
    for (const key of keys) {
      const token = await own.sign(own.claims(resource), { key });
      expect((await server.callTool(token, 'find')).status).toBe(200);
    }
  });

  test('cannot be confused with a key that is too short', async () => {
    const own = await startIssuer();
    const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
    expect(publicKey.type).toBe('public');
    own.keys = [{ kty: 'RSA', kid: 'short', n: 'AQAB', e: 'AQAB' }];
    const token = await own.sign(own.claims(resource), { key: { privateKey, jwk: { kid: 'short', alg: 'RS256' } } });
    const server = await serveBooks(makeBooks({ issuers: [own.url] }));
    expect((await server.callTool(token, 'find')).status).toBe(401);
  });
});
