import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ForwardApi, ForwardOperation, SecurityScheme } from '../../runtime/features/apis/forward-definition.js';
import { callOperation } from './call-operation.js';
import { answerWithNothing, useRecordingServer } from './recording-server.js';

const server = useRecordingServer();

const securitySchemes: { readonly [name: string]: SecurityScheme } = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key', keyVariable: 'HEADER_KEY' },
  query: { type: 'apiKey', in: 'query', name: 'api key', keyVariable: 'QUERY_KEY' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session', keyVariable: 'COOKIE_KEY' },
  basic: { type: 'basic', userVariable: 'API_USER', passwordVariable: 'API_PASSWORD' },
  bearer: { type: 'bearer', tokenVariable: 'API_TOKEN' },
  digest: { type: 'unsupported', what: 'HTTP digest' },
};
const read: ForwardOperation = { method: 'GET', path: ['/r'] };

function call(operation: ForwardOperation, environment: { readonly [name: string]: string }, input: unknown = {}) {
  const api: Partial<ForwardApi> = { securitySchemes };
  return callOperation(server.url, operation, input, { api, environment });
}

describe('credentials of the environment', () => {
  test.each([
    ['header', { HEADER_KEY: ' k1\n' }, '/r', { 'x-key': 'k1' }],
    ['query', { QUERY_KEY: 'k&2' }, '/r?api%20key=k%262', {}],
    ['cookie', { COOKIE_KEY: 'k3;x' }, '/r', { cookie: 'session=k3%3Bx' }],
    [
      'basic',
      { API_USER: 'Aladdin', API_PASSWORD: 'open sesame' },
      '/r',
      { authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' },
    ],
    ['basic', { API_USER: 'sk_test' }, '/r', { authorization: 'Basic c2tfdGVzdDo=' }],
    ['basic', { API_USER: 'zoë', API_PASSWORD: 'é' }, '/r', { authorization: 'Basic em/DqzrDqQ==' }],
    ['bearer', { API_TOKEN: 't1' }, '/r', { authorization: 'Bearer t1' }],
  ])('%s', async (scheme, environment, target, headers) => {
    await call({ ...read, security: [{ [scheme]: [] }] }, environment as Record<string, string>);
    expect(server.requests[0]?.target).toBe(target);
    expect(server.requests[0]?.headers).toMatchObject(headers);
  });

  test('the first alternative that is complete is used, with all of its schemes', async () => {
    const security = [{ header: [], query: [] }, { digest: [] }, { bearer: [] }];
    await call({ ...read, security }, { HEADER_KEY: 'k1', API_TOKEN: 't1' });
    expect(server.requests[0]).toMatchObject({ target: '/r', headers: { authorization: 'Bearer t1' } });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-key');
    await call({ ...read, security }, { HEADER_KEY: 'k1', QUERY_KEY: 'k2', API_TOKEN: 't1' });
    expect(server.requests[1]).toMatchObject({ target: '/r?api%20key=k2', headers: { 'x-key': 'k1' } });
  });

  test('where they are optional they are used when there are any', async () => {
    await call({ ...read, security: [{}, { bearer: [] }] }, {});
    await call({ ...read, security: [{}, { bearer: [] }] }, { API_TOKEN: 't1' });
    // An operation that needs none gets none.
    await call(read, { API_TOKEN: 't1' });
    await call({ ...read, security: [] }, { API_TOKEN: 't1' });
    const sent = server.requests.map(({ headers }) => headers['authorization']);
    expect(sent).toEqual([undefined, 'Bearer t1', undefined, undefined]);
  });

  test('what is missing is named, and nothing is sent', async () => {
    const security = [{ header: [], basic: [] }, { bearer: [] }, { digest: [] }, { unheard: [] }];
    await expect(call({ ...read, security }, { API_TOKEN: ' ' })).rejects.toThrow(
      'The test API needs credentials: set HEADER_KEY and set API_USER and API_PASSWORD; or set API_TOKEN; or "digest" (HTTP digest) is not supported; or the document does not define "unheard"',
    );
    expect(server.requests).toEqual([]);
  });

  test('a variable under the name that version 0.2 used is not read, and the operator is told so once', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => told.mockRestore());
    const api: Partial<ForwardApi> = {
      securitySchemes: { key: { type: 'bearer', tokenVariable: 'MY_SERVER__SHOP_TOKEN' } },
    };
    const operation = { ...read, security: [{}, { key: [] }] };
    for (const environment of [{}, { SHOP_TOKEN: 'old' }, { SHOP_TOKEN: 'old' }] as const) {
      await callOperation(server.url, operation, {}, { api, environment });
    }
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined, undefined]);
    expect(told.mock.calls).toEqual([
      ['SHOP_TOKEN is set but no longer read: if its value is meant for this server, set MY_SERVER__SHOP_TOKEN'],
    ]);
  });

  test('an argument of the same name does not replace them', async () => {
    const operation: ForwardOperation = {
      ...read,
      query: [{ name: 'api key', from: ['k'] }],
      headers: [{ name: 'x-KEY', from: ['k'] }],
      cookies: [{ name: 'session', from: ['k'] }],
      security: [{ query: [], header: [], cookie: [] }],
    };
    await call(operation, { QUERY_KEY: 'q', HEADER_KEY: 'h', COOKIE_KEY: 'c' }, { k: 'mine' });
    expect(server.requests[0]).toMatchObject({
      target: '/r?api%20key=q',
      headers: { 'x-key': 'h', cookie: 'session=c' },
    });
  });
});

describe('OAuth 2 client credentials', () => {
  let issued = 0;
  let path = 0;

  /** Answers `/token…` with a token that counts up, and everything else by `respond`. */
  function serveTokens(seconds: number | undefined, respond = answerWithNothing): void {
    issued = 0;
    server.answer = (request, response) => {
      if (!request.target.startsWith('/token')) return respond(request, response);
      issued += 1;
      const token = { access_token: `t${issued}`, token_type: 'bearer', expires_in: seconds };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(token));
    };
  }

  /** An API of its own: tokens are shared by all that ask with the same words. */
  function createApi(tokenUrl?: string): Partial<ForwardApi> {
    path += 1;
    return {
      securitySchemes: {
        oauth: {
          type: 'clientCredentials',
          tokenUrl: tokenUrl ?? `${server.url}/token${path}`,
          tokenUrlVariable: 'TOKEN_URL',
          tokenVariable: 'OAUTH_TOKEN',
          clientIdVariable: 'CLIENT_ID',
          clientSecretVariable: 'CLIENT_SECRET',
        },
      },
    };
  }

  const environment = { CLIENT_ID: 'my id', CLIENT_SECRET: 's+cret/é' };
  const operation: ForwardOperation = { ...read, security: [{ oauth: ['write', 'read'] }] };
  const sent = () =>
    server.requests.filter(({ target }) => target === '/r').map(({ headers }) => headers['authorization']);

  test('one token is asked for, with id and secret in a header, and used until it expires', async () => {
    serveTokens(3600);
    const api = createApi();
    await Promise.all([1, 2, 3].map(() => callOperation(server.url, operation, {}, { api, environment })));
    await callOperation(server.url, operation, {}, { api, environment });
    expect(issued).toBe(1);
    expect(sent()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t1']);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        // my%20id:s%2Bcret%2F%C3%A9
        authorization: 'Basic bXklMjBpZDpzJTJCY3JldCUyRiVDMyVBOQ==',
      },
    });
    expect(server.requests[0]?.body.toString()).toBe('grant_type=client_credentials&scope=read+write');
  });

  test('an expired token is replaced', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    serveTokens(100);
    const api = createApi();
    await callOperation(server.url, operation, {}, { api, environment });
    vi.setSystemTime(Date.now() + 89_999);
    await callOperation(server.url, operation, {}, { api, environment });
    vi.setSystemTime(Date.now() + 1);
    await Promise.all([1, 2].map(() => callOperation(server.url, operation, {}, { api, environment })));
    expect(sent()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
  });

  test('a token that the API refuses is replaced once', async () => {
    const api = createApi();
    serveTokens(3600, (request, response) => {
      response.statusCode = request.headers['authorization'] === 'Bearer t2' ? 200 : 401;
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    await callOperation(server.url, operation, {}, { api, environment });
    expect(sent()).toEqual(['Bearer t1', 'Bearer t2']);
    serveTokens(3600, (_, response) => response.writeHead(401).end());
    await expect(callOperation(server.url, operation, {}, { api, environment })).rejects.toThrow('401');
    expect(issued).toBe(1);
  });

  test('a server that wants id and secret in the body gets them there', async () => {
    const api = createApi();
    server.answer = (request, response) => {
      if (request.target === '/r') return answerWithNothing(request, response);
      const isGood = request.body.toString().includes('&client_id=my+id&client_secret=s%2Bcret%2F%C3%A9');
      response.writeHead(isGood ? 200 : 401, { 'Content-Type': 'application/json' });
      response.end(isGood ? '{"access_token":"t9"}' : '{"error":"invalid_client"}');
    };
    await callOperation(server.url, operation, {}, { api, environment });
    expect(sent()).toEqual(['Bearer t9']);
  });

  test.each([
    [
      'a reason',
      { error: 'invalid_scope', error_description: 'not for s+cret/é' },
      /: invalid_scope: not for \*\*\*$/u,
    ],
    [
      'a long reason, which is cut',
      { error: 'invalid_scope', error_description: `${'x'.repeat(480)}s+cret/é` },
      /: invalid_scope: x{480}\*\*\*$/u,
    ],
    ['a list', [], /: status 400$/u],
    ['a text', 'no', /: status 400$/u],
  ])('a refusal with %s is told without the secret, and the next call tries again', async (_, body, message) => {
    const api = createApi();
    server.answer = (_request, response) =>
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const refused = expect(callOperation(server.url, operation, {}, { api, environment })).rejects;
    await refused.toThrow(/^No access token from http:\S+: /u);
    await expect(callOperation(server.url, operation, {}, { api, environment })).rejects.toThrow(message);
    serveTokens(3600);
    await callOperation(server.url, operation, {}, { api, environment });
    expect(sent()).toEqual(['Bearer t1']);
  });

  test('a token in the environment goes first, and what is missing is named', async () => {
    const api = createApi();
    await callOperation(server.url, operation, {}, { api, environment: { OAUTH_TOKEN: 'given' } });
    expect(sent()).toEqual(['Bearer given']);
    await expect(callOperation(server.url, operation, {}, { api, environment: { CLIENT_ID: 'x' } })).rejects.toThrow(
      'The test API needs credentials: set CLIENT_ID and CLIENT_SECRET, or OAUTH_TOKEN',
    );
  });

  test('a grant without scopes asks for none, and the URL of the environment goes before the one of the document', async () => {
    serveTokens(3600);
    const api = createApi('https://elsewhere.test/token');
    const given = { ...environment, TOKEN_URL: `${server.url}/token-of-environment` };
    await callOperation(server.url, { ...read, security: [{ oauth: [] }] }, {}, { api, environment: given });
    expect(server.requests.map(({ target }) => target)).toEqual(['/token-of-environment', '/r']);
    expect(server.requests[0]?.body.toString()).toBe('grant_type=client_credentials');
  });

  test('a URL of tokens that is none is named', async () => {
    const api = createApi('http://[');
    await expect(callOperation(server.url, operation, {}, { api, environment })).rejects.toThrow(
      'No access token: http://[ cannot be reached',
    );
  });

  test.each(['no JSON', ''])('a failure that gives no reason is named by its status: %s', async (body) => {
    server.answer = (_, response) => response.writeHead(500).end(body);
    await expect(callOperation(server.url, operation, {}, { api: createApi(), environment })).rejects.toThrow(
      /^No access token from http:\S+: status 500$/u,
    );
  });
});
