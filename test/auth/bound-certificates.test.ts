import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeBooks, readChallenge, resource, serveBooks, type AuthChange, type ProtectedServer } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();

/** The example of RFC 8705, appendix A: a certificate and its thumbprint. */
const lines = [
  'MIIBBjCBrAIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARtdGxzMB4XDTE4MTAx',
  'ODEyMzcwOVoXDTIyMDUwMjEyMzcwOVowDzENMAsGA1UEAwwEbXRsczBZMBMGByqG',
  'SM49AgEGCCqGSM49AwEHA0IABNcnyxwqV6hY8QnhxxzFQ03C7HKW9OylMbnQZjjJ',
  '/Au08/coZwxS7LfA4vOLS9WuneIXhbGGWvsDSb0tH6IxLm8wCgYIKoZIzj0EAwID',
  'SQAwRgIhAP0RC1E+vwJD/D1AGHGzuri+hlV/PpQEKTWUVeORWz83AiEA5x2eXZOV',
  'bUlJSGQgjwD5vaUaKlLR50Q2DmFfQj1L+SY=',
];
const thumbprint = 'A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0';
const base64 = lines.join('');
const pemOf = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
const pem = pemOf(lines.join('\n'));
const escaped = encodeURIComponent(pem);
/** A certificate of another client; it is never parsed. */
const other = Buffer.from('another certificate, which nobody parses').toString('base64');

const sign = (more: object = {}) => issuer.sign(issuer.claims(resource, { cnf: { 'x5t#S256': thumbprint }, ...more }));
const serving = (change: AuthChange = { clientCertificate: { header: 'Client-Cert' } }) =>
  serveBooks(makeBooks({ issuers: [issuer.url], ...change }));
const send = (server: ProtectedServer, token: string, value: string | undefined) =>
  server.callTool(token, 'find', { 'Client-Cert': value });

const subject = 'Subject="CN=mtls,O=\\"A;B\\""';

describe('a token that is bound to a certificate is accepted with it', () => {
  test.each([
    ['as RFC 9440 has it', `:${base64}:`],
    ['as nginx has it', escaped],
    ['with few escapes', encodeURI(pem)],
    ['in one line', pem.replaceAll('\n', ' ').trim()],
    ['as Envoy has it', `By=spiffe://b;Hash=${'0'.repeat(64)};${subject};Cert="${escaped}";URI=`],
    ['as Envoy has it without other parts', `Cert="${escaped}"`],
    ['as Base64 alone', base64],
  ])('%s', async (_form, value) => {
    const response = await send(await serving(), await sign(), value);
    expect(response.status, response.body).toBe(200);
  });

  test('under another name of the header', async () => {
    const server = await serving({ clientCertificate: { header: 'X-Forwarded-Client-Cert' } });
    const headers = { 'x-forwarded-client-cert': `Cert="${escaped}"` };
    expect((await server.callTool(await sign(), 'find', headers)).status).toBe(200);
    expect((await send(server, await sign(), `:${base64}:`)).status).toBe(401);
  });

  test('from an introspection, too', async () => {
    const introspection = { clientId: 'books', clientSecret: 'secret' };
    const server = await serving({ introspection, clientCertificate: { header: 'Client-Cert' } });
    issuer.opaque.set('opaque', { active: true, ...issuer.claims(resource, { cnf: { 'x5t#S256': thumbprint } }) });
    expect((await send(server, 'opaque', `:${base64}:`)).status).toBe(200);
    expect((await send(server, 'opaque', `:${other}:`)).status).toBe(401);
  });

  test('each time anew: a remembered token is not accepted with another one', async () => {
    const server = await serving();
    const token = await sign();
    expect((await send(server, token, `:${base64}:`)).status).toBe(200);
    expect((await send(server, token, `:${other}:`)).status).toBe(401);
    expect((await send(server, token, undefined)).status).toBe(401);
  });
});

describe('it is refused', () => {
  test.each([
    ['without a certificate', undefined],
    ['with an empty header', ''],
    ['with an empty certificate', '::'],
    ['with another certificate', `:${other}:`],
    ['with two headers', `:${base64}:, :${base64}:`],
    ['with a certificate and something behind it', `:${base64}:;a`],
    ['with text that is not Base64', `:${base64.replace('M', '*')}:`],
    ['with Base64 that is cut off', `:${base64.slice(0, -3)}:`],
    ['with two PEM blocks', encodeURIComponent(pem + pem)],
    ['with another kind of PEM block', encodeURIComponent(pem.replaceAll('CERTIFICATE', 'PUBLIC KEY'))],
    ['with an escape that is none', `${escaped}%zz`],
    ['with two elements of Envoy', `Cert="${escaped}",Cert="${escaped}"`],
    ['with an element of the client before that of the proxy', `Hash=a;Cert="${escaped}",By=b;Cert="${other}"`],
    ['with two certificates in an element', `Cert="${escaped}";Cert="${other}"`],
    ['with two certificates in an element, its own last', `Cert="${other}";Cert="${escaped}"`],
    ['with a certificate in the text of another key', `Subject="CN=a;Cert=\\"${escaped}\\""`],
    ['with an element that is none', `Cert="${escaped}";what`],
    ['with the thumbprint in place of a certificate', thumbprint],
    ['with a header that is very long', `:${'A'.repeat(12_000)}:`],
  ])('%s', async (_what, value) => {
    const response = await send(await serving(), await sign(), value);
    expect(response.status).toBe(401);
    expect(readChallenge(response)).toMatchObject({ scheme: 'Bearer', error: 'invalid_token' });
  });

  test.each([
    ['a thumbprint that is no text', { 'x5t#S256': 1 }],
    ['an empty thumbprint', { 'x5t#S256': '' }],
    ['a thumbprint with padding', { 'x5t#S256': `${thumbprint}=` }],
    ['another member beside it', { 'x5t#S256': thumbprint, kid: 'a' }],
  ])('with %s', async (_what, cnf) => {
    expect((await send(await serving(), await sign({ cnf }), `:${base64}:`)).status).toBe(401);
  });

  test('when the definition does not say how certificates arrive', async () => {
    const server = await serving({});
    const response = await send(server, await sign(), `:${base64}:`);
    expect(response.status).toBe(401);
    expect(readChallenge(response)).toMatchObject({ error: 'invalid_token' });
  });

  test('with a key that is not proved, when it is bound to a key and a certificate', async () => {
    const jkt = createHash('sha256').update('a').digest('base64url');
    const token = await sign({ cnf: { jkt, 'x5t#S256': thumbprint } });
    const server = await serving();
    expect((await send(server, token, `:${base64}:`)).status).toBe(401);
    const headers = { Authorization: `DPoP ${token}`, 'Client-Cert': `:${base64}:` };
    expect((await server.callTool(undefined, 'find', headers)).status).toBe(401);
  });
});

test('a token that is bound to nothing needs no certificate', async () => {
  const token = await sign({ cnf: undefined });
  expect((await send(await serving(), token, undefined)).status).toBe(200);
});

test('the metadata says whether bound tokens are accepted', async () => {
  const read = async (server: ProtectedServer) => {
    const { body } = await server.subject.fetch({ method: 'GET', path: '/.well-known/oauth-protected-resource' });
    return (JSON.parse(body) as Record<string, unknown>)['tls_client_certificate_bound_access_tokens'];
  };
  expect(await read(await serving())).toBe(true);
  expect(await read(await serving({}))).toBeUndefined();
});
