import { afterEach, describe, expect, test, vi } from 'vitest';
import { exchange } from '../../runtime/features/delegation/index.js';
import { startIssuer } from '../auth/issuer.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { request, resource, textOf } from '../auth/books.js';
import { reports } from '../wire/wire.js';
import { answerWith, everythingSentTo, readForm, useShop } from './shop.js';

const shop = useShop();
/** Secret of the server, as it must not appear in messages. */
const clientSecret = 'S3cret-of-the-shop';
const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

/** The exchange of the orders API. */
const ofOrders = (more: object = {}) =>
  exchange('orders', {
    tokenEndpoint: `${shop.tokens.url}/token`,
    clientId: 'shop',
    clientSecret,
    audience: 'https://orders.example',
    scopes: ['orders:read', 'orders:write'],
    ...more,
  });

/** A good answer of the token endpoint. */
const granted = (token: string, more: object = {}) => ({
  access_token: token,
  issued_token_type: accessToken,
  token_type: 'Bearer',
  expires_in: 3600,
  ...more,
});

/** Answers each exchange with another token: `t1`, `t2`, … */
function grantNumbered(more: object = {}): void {
  shop.tokens.answer = (request, response) =>
    answerWith(200, granted(`t${shop.tokens.requests.length}`, more))(request, response);
}

/** The access tokens that the API got. */
const sentTokens = (): readonly unknown[] => shop.api.requests.map(({ headers }) => headers['authorization']);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('token exchange', () => {
  test('the API gets a token that was exchanged for that of the caller', async () => {
    grantNumbered();
    const server = await shop.open(ofOrders());
    const token = await shop.sign();
    const answer = await server.callTool(token, 'list_orders');
    expect(JSON.parse(answer.body).result).toMatchObject({ structuredContent: {} });
    expect(sentTokens()).toEqual(['Bearer t1']);
    const [request] = shop.tokens.requests;
    expect(request).toMatchObject({ method: 'POST', target: '/token' });
    expect(request?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from(`shop:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    });
    // RFC 8693, section 2.1.
    expect(request && readForm(request)).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'https://orders.example',
      scope: 'orders:read orders:write',
    });
    expect(everythingSentTo(shop.api)).not.toContain(token);
  });

  test('texts name environment variables, and the issuer says where the token endpoint is', async () => {
    const issuer = await startIssuer();
    issuer.metadata = { token_endpoint: `${shop.tokens.url}/exchange` };
    vi.stubEnv('ORDERS_ISSUER', issuer.url);
    vi.stubEnv('ORDERS_SECRET', clientSecret);
    grantNumbered({ issued_token_type: 'urn:ietf:params:oauth:token-type:jwt' });
    const definition = { issuer: '${ORDERS_ISSUER}', clientId: 'shop', clientSecret: '${ORDERS_SECRET}' };
    const api = 'https://orders.example/api';
    const server = await shop.open(exchange('orders', { ...definition, resource: api, requestedTokenType: 'jwt' }));
    await server.callTool(await shop.sign(), 'list_orders');
    expect(sentTokens()).toEqual(['Bearer t1']);
    const [request] = shop.tokens.requests;
    expect(request?.target).toBe('/exchange');
    expect(request && readForm(request)).toMatchObject({
      requested_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      resource: api,
    });
  });

  test('without its variables the server does not start', async () => {
    await expect(shop.open(ofOrders({ clientSecret: '${NOT_SET}' }))).rejects.toThrow(
      '`exchange` of the orders API needs the environment variable NOT_SET',
    );
    await expect(shop.open(ofOrders({ tokenEndpoint: 'http://orders.example/token' }))).rejects.toThrow(
      'The URL of an authorization server must begin with https: http://orders.example/token',
    );
  });

  test('a server that refuses the header gets id and secret in the body, from then on at once', async () => {
    shop.tokens.answer = (request, response) => {
      const { client_id: id, client_secret: secret } = readForm(request);
      const isKnown = id === 'shop' && secret === clientSecret && request.headers['authorization'] === undefined;
      const refused = { error: 'invalid_client' };
      answerWith(isKnown ? 200 : 401, isKnown ? granted('good') : refused)(request, response);
    };
    const server = await shop.open(ofOrders());
    await server.callTool(await shop.sign(), 'list_orders');
    await server.callTool(await shop.sign(), 'list_orders');
    expect(sentTokens()).toEqual(['Bearer good', 'Bearer good']);
    expect(shop.tokens.requests).toHaveLength(3);
  });

  test('an operation without credentials, and one at another host, get no token', async () => {
    grantNumbered();
    const open = await shop.open(ofOrders(), { operation: { security: [] } });
    await open.callTool(await shop.sign(), 'list_orders');
    const elsewhere = { url: shop.api.url.replace('127.0.0.1', 'localhost'), environment: 'OTHER_URL' };
    const other = await shop.open(ofOrders(), { operation: { server: elsewhere, security: [{}] } });
    await other.callTool(await shop.sign(), 'list_orders');
    expect(sentTokens()).toEqual([undefined, undefined]);
    expect(shop.tokens.requests).toEqual([]);
  });
});

describe('credentials of the environment, which are for stdio', () => {
  /** The API has its own credentials on stdio; the operation is at another host. */
  const open = (security: readonly object[]) => {
    vi.stubEnv('ORDERS_TOKEN', 'of-the-operator');
    const url = shop.api.url.replace('127.0.0.1', 'localhost');
    return shop.open(ofOrders(), {
      api: { delegated: 'http', securitySchemes: { auth: { type: 'bearer', tokenVariable: 'ORDERS_TOKEN' } } },
      operation: { server: { url, environment: 'OTHER_URL' }, security: security as never },
    });
  };

  test('are not used over HTTP for an operation at another host', async () => {
    const server = await open([{ auth: [] }]);
    expect(textOf(await server.callTool(await shop.sign(), 'list_orders'))).toBe(
      'No credentials for the orders API: this operation is on another host, which gets no user tokens',
    );
    expect([...shop.tokens.requests, ...shop.api.requests]).toEqual([]);
  });

  test('are not used either where credentials are optional', async () => {
    const server = await open([{ auth: [] }, {}]);
    await server.callTool(await shop.sign(), 'list_orders');
    expect(sentTokens()).toEqual([undefined]);
  });
});

describe('a server for `fetch`', () => {
  test('exchanges tokens, with variables that are bindings', async () => {
    grantNumbered();
    const { definition, handlers } = shop.subject(ofOrders({ clientSecret: '${ORDERS_SECRET}' }));
    const server = createWebServer({ definition, handlers });
    const token = await shop.sign();
    const body = JSON.stringify(request('tools/call', { name: 'list_orders', arguments: {} }));
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'list_orders',
    };
    const response = await server.fetch(new Request(resource, { method: 'POST', headers, body }), {
      ORDERS_SECRET: clientSecret,
    });
    expect(await response.text()).toContain('structuredContent');
    expect(sentTokens()).toEqual(['Bearer t1']);
    expect(everythingSentTo(shop.api)).not.toContain(token);
    await server.close();
  });
});

describe('kept tokens', () => {
  test.each([
    ['is a number', 100, 90_000],
    ['is missing', undefined, 60_000],
    ['is a text', '100', 90_000],
    ['is nonsense', 'soon', 60_000],
  ])('a token is used until it ends, where `expires_in` %s', async (_, seconds, milliseconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    grantNumbered({ expires_in: seconds });
    const server = await shop.open(ofOrders());
    const token = await shop.sign();
    await server.callTool(token, 'list_orders');
    vi.setSystemTime(Date.now() + milliseconds - 1);
    await server.callTool(token, 'list_orders');
    vi.setSystemTime(Date.now() + 1);
    await server.callTool(token, 'list_orders');
    expect(sentTokens()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
  });

  test('calls of one caller share an exchange, those of two do not', async () => {
    shop.tokens.answer = (request, response) => {
      const [, claims = ''] = (readForm(request)['subject_token'] ?? '').split('.');
      const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
      answerWith(200, granted(`of-${sub}`))(request, response);
    };
    const server = await shop.open(ofOrders());
    const [ada, bob] = [await shop.sign(), await shop.sign({ sub: 'bob' })];
    await Promise.all([ada, bob, ada, bob, ada].map((token) => server.callTool(token, 'list_orders')));
    expect(sentTokens().toSorted()).toEqual(
      ['of-ada', 'of-ada', 'of-ada', 'of-bob', 'of-bob'].map((each) => `Bearer ${each}`),
    );
    expect(shop.tokens.requests).toHaveLength(2);
  });

  test('a token with fewer rights does not get what another token of its user got', async () => {
    grantNumbered();
    const server = await shop.open(ofOrders());
    for (const scope of ['books:read', '']) await server.callTool(await shop.sign({ scope }), 'list_orders');
    expect(sentTokens()).toEqual(['Bearer t1', 'Bearer t2']);
    // A principal that `authenticate` changes does not mix callers.
    const authenticate = async () => ({ principal: 'everybody' });
    const mixed = await shop.open(ofOrders(), { authenticate });
    for (const sub of ['ada', 'bob']) await mixed.callTool(await shop.sign({ sub }), 'list_orders');
    expect(sentTokens().slice(2)).toEqual(['Bearer t3', 'Bearer t4']);
  });

  test('a token that the API refuses is replaced once', async () => {
    grantNumbered();
    shop.api.answer = ({ headers }, response) =>
      response.writeHead(headers['authorization'] === 'Bearer t2' ? 200 : 401).end('{}');
    const server = await shop.open(ofOrders());
    const token = await shop.sign();
    await server.callTool(token, 'list_orders');
    await server.callTool(token, 'list_orders');
    expect(sentTokens()).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t2']);
    shop.api.answer = (_, response) => response.writeHead(401).end();
    const answer = await server.callTool(token, 'list_orders');
    expect(textOf(answer)).toContain('returned 401');
    expect(shop.api.requests).toHaveLength(5);
  });
});

describe('who is not served', () => {
  test('a key of a caller is no token', async () => {
    const key = 'k'.repeat(40);
    const { createHash } = await import('node:crypto');
    vi.stubEnv('SHOP_KEYS', `${createHash('sha256').update(key).digest('hex')} importer`);
    const server = await shop.open(ofOrders(), { auth: { apiKeys: { variable: 'SHOP_KEYS' } } });
    expect(textOf(await server.callTool(key, 'list_orders'))).toBe(
      'The orders API is called on behalf of a user: it requires an access token that has not expired; an API key does not identify a user',
    );
    expect([...shop.tokens.requests, ...shop.api.requests]).toEqual([]);
  });

  test('tokens of another issuer do not go to an issuer of the server', async () => {
    const other = await startIssuer();
    shop.issuer.metadata = { token_endpoint: `${shop.tokens.url}/token` };
    grantNumbered();
    const delegated = exchange('orders', { issuer: shop.issuer.url, clientId: 'shop', clientSecret });
    const server = await shop.open(delegated, { auth: { issuers: [shop.issuer.url, other.url] } });
    const answer = await server.callTool(await other.sign(other.claims(resource)), 'list_orders');
    expect(textOf(answer)).toBe(`The orders API is called only on behalf of users of ${shop.issuer.url}`);
    expect(shop.tokens.requests).toEqual([]);
    await server.callTool(await shop.sign(), 'list_orders');
    expect(sentTokens()).toEqual(['Bearer t1']);
  });
});

describe('what goes wrong at the token endpoint', () => {
  const token = 'the-token';
  const cases: readonly (readonly [string, Parameters<typeof answerWith> | undefined, string])[] = [
    ['status 500', [500, {}], 'responded with status 500'],
    ['a redirect', [302, {}], 'responded with status 302'],
    ['a list', [200, []], 'responded with status 200 and something other than a JSON object'],
    ['no token', [200, granted(token, { access_token: undefined })], 'responded with no valid `access_token`'],
    ['a token with spaces', [200, granted('a b')], 'responded with no valid `access_token`'],
    ['a token of 20 kB', [200, granted('a'.repeat(20_000))], 'responded with no valid `access_token`'],
    [
      'a long answer',
      [200, granted(token, { more: 'a'.repeat(70_000) })],
      'responded with status 200 and a response that is too long',
    ],
    ['DPoP', [200, granted(token, { token_type: 'DPoP' })], 'responded with another `token_type` than Bearer'],
    ['no type', [200, granted(token, { token_type: undefined })], 'responded with another `token_type` than Bearer'],
    [
      'a refresh token',
      [200, granted(token, { issued_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' })],
      'responded with an unexpected `issued_token_type`',
    ],
    [
      'no `issued_token_type`',
      [200, granted(token, { issued_token_type: undefined })],
      'responded with an unexpected `issued_token_type`',
    ],
    ['a wrong target', [400, { error: 'invalid_target' }], 'responded with invalid_target'],
    ['a closed connection', undefined, 'did not respond'],
  ];
  test.each(cases)('%s', async (_, answer, reason) => {
    shop.tokens.answer = answer === undefined ? (__, response) => response.destroy() : answerWith(...answer);
    const server = await shop.open(ofOrders());
    const result = textOf(await server.callTool(await shop.sign(), 'list_orders'));
    // The client learns no more, the operator does.
    expect(result).toBe('No credentials for the orders API');
    expect(reports.join('')).toContain(`No credentials for the orders API: ${shop.tokens.url}/token ${reason}`);
    expect(shop.api.requests).toEqual([]);
    // The next call tries again.
    grantNumbered();
    await server.callTool(await shop.sign(), 'list_orders');
    expect(sentTokens()).toEqual([`Bearer t${shop.tokens.requests.length}`]);
  });

  test.each(['invalid_grant', 'interaction_required', 'login_required'])(
    '%s: the user logs in again',
    async (error) => {
      const caller = await shop.sign();
      shop.tokens.answer = answerWith(400, { error, error_description: `${caller} of ${clientSecret} has ended` });
      const server = await shop.open(ofOrders());
      const answer = await server.callTool(caller, 'list_orders');
      expect(textOf(answer)).toBe(
        `The orders API cannot be called on behalf of the user, who has to log in again: ${shop.tokens.url}/token responded with ${error}: *** of *** has ended`,
      );
      expect(JSON.parse(answer.body).result.isError).toBe(true);
    },
  );

  test('a secret is masked where a long reason is cut', async () => {
    shop.tokens.answer = answerWith(400, {
      error: 'invalid_grant',
      error_description: `${'x'.repeat(470)}${clientSecret}`,
    });
    const server = await shop.open(ofOrders());
    const answer = textOf(await server.callTool(await shop.sign(), 'list_orders'));
    expect(answer).toMatch(/ responded with invalid_grant: x{470}\*\*\*$/u);
  });

  test('the token of the caller is no answer, and a redirect is not followed', async () => {
    const caller = await shop.sign();
    const server = await shop.open(ofOrders());
    shop.tokens.answer = answerWith(200, granted(caller));
    await server.callTool(caller, 'list_orders');
    shop.tokens.answer = (_, response) => response.writeHead(307, { Location: `${shop.api.url}/thief` }).end('{}');
    await server.callTool(caller, 'list_orders');
    expect(shop.api.requests).toEqual([]);
    // One that ends at once is used once.
    grantNumbered({ expires_in: 0 });
    for (let calls = 0; calls < 2; calls += 1) await server.callTool(caller, 'list_orders');
    expect(sentTokens()).toEqual(['Bearer t3', 'Bearer t4']);
  });

  test('the time of the call is the time of the exchange, too', async () => {
    shop.tokens.answer = () => {};
    const server = await shop.open(ofOrders(), { api: { timeoutMs: 50 } });
    const answer = await server.callTool(await shop.sign(), 'list_orders');
    expect(textOf(answer)).toBe('The orders API did not respond to GET /orders within 50 ms');
  });

  test('what the API repeats is masked', async () => {
    const caller = await shop.sign();
    grantNumbered({ access_token: 'exchanged-token' });
    shop.api.answer = ({ headers }, response) =>
      response
        .writeHead(400, { 'Content-Type': 'text/plain' })
        .end(`${headers['authorization']} ${caller} ${clientSecret}`);
    const server = await shop.open(ofOrders());
    const answer = await server.callTool(caller, 'list_orders');
    expect(textOf(answer)).toMatch(/\nBearer \*\*\* \*\*\* \*\*\*$/u);
  });
});

describe('on-behalf-of of Entra ID', () => {
  // The request and the answers of the page of Microsoft.
  const entra = () =>
    exchange('orders', {
      kind: 'entra',
      tokenEndpoint: `${shop.tokens.url}/tenant/oauth2/v2.0/token`,
      clientId: '535fb089-9ff3-47b6-9bfb-4f1264799865',
      clientSecret,
      scopes: ['https://graph.microsoft.com/user.read'],
    });

  test('the request has the assertion, and the answer no `issued_token_type`', async () => {
    shop.tokens.answer = answerWith(200, {
      token_type: 'Bearer',
      scope: 'https://graph.microsoft.com/user.read',
      expires_in: 3269,
      ext_expires_in: 0,
      access_token: 'eyJ0eXAiOiJKV1Qi',
    });
    const server = await shop.open(entra());
    const token = await shop.sign();
    await server.callTool(token, 'list_orders');
    expect(sentTokens()).toEqual(['Bearer eyJ0eXAiOiJKV1Qi']);
    const [request] = shop.tokens.requests;
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request && readForm(request)).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      client_id: '535fb089-9ff3-47b6-9bfb-4f1264799865',
      client_secret: clientSecret,
      assertion: token,
      scope: 'https://graph.microsoft.com/user.read',
      requested_token_use: 'on_behalf_of',
    });
    expect(everythingSentTo(shop.api)).not.toContain(token);
  });

  test('a policy that wants the user is said to the user', async () => {
    shop.tokens.answer = answerWith(400, {
      error: 'interaction_required',
      error_description:
        'AADSTS50079: Due to a configuration change made by your administrator, you must enroll in multifactor authentication.',
      error_codes: [50079],
      claims: '{"access_token":{"polids":{"essential":true}}}',
    });
    const server = await shop.open(entra());
    expect(textOf(await server.callTool(await shop.sign(), 'list_orders'))).toContain(
      'who has to log in again: ' +
        `${shop.tokens.url}/tenant/oauth2/v2.0/token responded with interaction_required: AADSTS50079`,
    );
  });
});
