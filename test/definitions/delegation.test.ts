import { describe, expect, test } from 'vitest';
import { diagnose } from './diagnose.js';

const document = `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers: [{ url: 'https://orders.example' }]
paths:
  /orders: { get: { operationId: listOrders, description: Lists., responses: { '200': { description: A list. } } } }
`;

const issuers = 'issuers: [https://a.example]';
const account = 'clientId: a, clientSecret: b';

/** The diagnostics of an API whose `auth` stands in line 5; `auth` of the server stands in line 2. */
const check = (apiAuth: string, auth = `{ ${issuers}, login: { clientId: l } }`) =>
  diagnose({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }
auth: ${auth}
openapi:
  orders:
    auth: { ${apiAuth} }
    document: orders.openapi.yaml
`,
    'definitions/orders.openapi.yaml': document,
  });

describe('exchange', () => {
  test.each([
    ['with an issuer', `exchange: { issuer: https://a.example, ${account} }`, []],
    ['with a token endpoint', `exchange: { tokenEndpoint: 'https://a.example/token?b', ${account} }`, []],
    [
      'with variables',
      "exchange: { issuer: '${A}', clientId: '${B}', clientSecret: '${C}', scopes: ['${D}/read'] }",
      [],
    ],
    [
      'beside credentials for stdio',
      `type: http, scheme: bearer, exchange: { issuer: https://a.example, ${account} }`,
      [],
    ],
    ['without a place', `exchange: { ${account} }`, ['invalid-auth 5:23']],
    [
      'with two places',
      `exchange: { issuer: https://a.example, tokenEndpoint: https://a.example/t, ${account} }`,
      ['invalid-auth 5:23'],
    ],
    ['without a secret', 'exchange: { issuer: https://a.example, clientId: a }', ['missing-key 5:13']],
    ['without https', `exchange: { issuer: http://a.example, ${account} }`, ['invalid-auth 5:33']],
    ['with half a variable', `exchange: { issuer: '$A', ${account} }`, ['invalid-auth 5:33']],
    ['with an unknown key', `exchange: { issuer: https://a.example, audiences: a, ${account} }`, ['unknown-key 5:52']],
    ['of Entra ID', `exchange: { kind: entra, issuer: https://a.example, scopes: [s], ${account} }`, []],
    [
      'of Entra ID without scopes',
      `exchange: { kind: entra, issuer: https://a.example, ${account} }`,
      ['invalid-auth 5:23'],
    ],
    [
      'of Entra ID with an audience',
      `exchange: { kind: entra, issuer: https://a.example, scopes: [s], audience: x, ${account} }`,
      ['invalid-auth 5:88'],
    ],
    ['of another kind', `exchange: { kind: okta, issuer: https://a.example, ${account} }`, ['invalid-value 5:31']],
  ])('%s', async (_, apiAuth, wanted) => {
    expect(await check(apiAuth)).toEqual(wanted);
  });

  test('needs issuers of callers', async () => {
    const keys = '{ apiKeys: { variable: S_KEYS } }';
    expect(await check(`exchange: { issuer: https://a.example, ${account} }`, keys)).toEqual(['invalid-auth 5:23']);
  });

  test('needs a type without it', async () => {
    expect(await check('required: false')).toEqual(['missing-key 5:5']);
  });
});

describe('consent', () => {
  test.each([
    ['with an issuer', 'consent: { issuer: https://a.example, clientId: a }', []],
    [
      'with endpoints',
      'consent: { authorizationEndpoint: https://a.example/a, tokenEndpoint: https://a.example/t, clientId: a }',
      [],
    ],
    ['with one endpoint', 'consent: { tokenEndpoint: https://a.example/t, clientId: a }', ['invalid-auth 5:22']],
    [
      'with issuer and endpoint',
      'consent: { issuer: https://a.example, tokenEndpoint: https://a.example/t, clientId: a }',
      ['invalid-auth 5:22'],
    ],
    [
      'with parameters',
      'consent: { issuer: https://a.example, clientId: a, parameters: { access_type: offline } }',
      [],
    ],
    [
      'with parameters of the flow',
      'consent: { issuer: https://a.example, clientId: a, parameters: { state: x } }',
      ['invalid-auth 5:85'],
    ],
    [
      'with a scope of two words',
      "consent: { issuer: https://a.example, clientId: a, scopes: ['a b'] }",
      ['invalid-value 5:73'],
    ],
    [
      'beside exchange',
      `consent: { issuer: https://a.example, clientId: a }, exchange: { issuer: https://a.example, ${account} }`,
      ['invalid-auth 5:22'],
    ],
  ])('%s', async (_, apiAuth, wanted) => {
    expect(await check(apiAuth)).toEqual(wanted);
  });

  const plain = 'consent: { issuer: https://a.example, clientId: a }';
  test.each([
    ['no login', `{ ${issuers} }`, ['invalid-auth 5:22']],
    [
      'a login at another issuer',
      `{ ${issuers}, login: { clientId: l, issuer: 'https://b.example' } }`,
      ['invalid-auth 2:46'],
    ],
    [
      'a login with an access token',
      `{ ${issuers}, login: { clientId: l, scopes: [a], parameters: { resource: r } } }`,
      [],
    ],
    [
      'a login with parameters of the flow',
      `{ ${issuers}, login: { clientId: l, parameters: { nonce: r } } }`,
      ['invalid-auth 2:82'],
    ],
  ])('%s', async (_, auth, wanted) => {
    expect(await check(plain, auth)).toEqual(wanted);
  });
});
