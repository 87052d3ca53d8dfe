import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consent } from '../../runtime/features/delegation/index.js';
import type { ProtectedServer } from '../auth/books.js';
import { reports } from '../wire/wire.js';
import { Browser } from './browser.js';
import { call, connect, readQuestion, retry, textOf, useConsentingShop } from './consenting-shop.js';
import { everythingSentTo } from './shop.js';

const at = useConsentingShop();
const withoutQuery = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

test.each(['/oauth/start/orders', '/oauth/login', '/oauth/callback/orders', '/team/oauth/login'])(
  'a route of the user at a page, also as clients see it, is an error at the start: %s',
  async (path) => {
    const routes = { [`GET ${path}`]: () => new Response('mine') };
    await expect(at.open({ routes, auth: { resource: 'https://shop.example/team/mcp' } })).rejects.toThrow(
      `The route "GET ${path}" in \`routes\` of handlers/server.ts uses a path that the server itself serves`,
    );
  },
);

test('other routes of the user stand next to the pages', async () => {
  const say = () => new Response('mine');
  const server = await at.open({ routes: { 'GET /oauth/start/other': say, 'GET /*': say } });
  const token = await at.tokenOf(server);
  expect(await connect(server, token)).toMatchObject({ structuredContent: {} });
  const response = await fetch(new URL('/oauth/start/other', server.subject.url));
  expect(await response.text()).toBe('mine');
});

describe('consent of a user', () => {
  test('the user logs in and agrees on pages; then the API is called', async () => {
    const server = await at.open();
    const { origin } = new URL(server.subject.url);
    const token = await at.tokenOf(server);
    const asked = await call(server, token);
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        consent_orders: {
          method: 'elicitation/create',
          params: {
            mode: 'url',
            message: 'Allow Shop to use orders on your behalf?',
            url: expect.stringMatching(new RegExp(`^${origin}/oauth/start/orders\\?ticket=[\\w-]{43}$`, 'u')),
          },
        },
      },
    });
    const page = await new Browser('ada').open(readQuestion(asked).url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1>orders is connected</h1>');
    expect(page.visited.map(withoutQuery)).toEqual([
      `${origin}/oauth/start/orders`,
      `${at.logins.url}/authorize`,
      `${origin}/oauth/login`,
      `${at.shop.tokens.url}/authorize`,
      `${origin}/oauth/callback/orders`,
    ]);
    expect(Object.fromEntries(at.login.asked[0] ?? [])).toEqual({
      response_type: 'code',
      client_id: 'shop-at-login',
      redirect_uri: `${origin}/oauth/login`,
      scope: 'openid',
      state: expect.stringMatching(/^orders\.[\w-]{43}$/u),
      nonce: expect.stringMatching(/^[\w-]{43}$/u),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
      code_challenge_method: 'S256',
    });
    expect(Object.fromEntries(at.orders.asked[0] ?? [])).toEqual({
      tenant: '1',
      access_type: 'offline',
      response_type: 'code',
      client_id: 'shop-at-orders',
      redirect_uri: `${origin}/oauth/callback/orders`,
      scope: 'orders:read orders:write',
      state: expect.stringMatching(/^orders\.[\w-]{43}$/u),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
      code_challenge_method: 'S256',
    });
    const answer = await retry(server, token, asked);
    expect(answer).toMatchObject({ structuredContent: {} });
    await call(server, token);
    expect(at.sentTokens()).toEqual(['Bearer access-1-of-ada', 'Bearer access-1-of-ada']);
    for (const upstream of [at.shop.api, at.shop.tokens, at.logins])
      expect(everythingSentTo(upstream)).not.toContain(token);
    const seenByClient = JSON.stringify([asked, answer]);
    for (const secret of ['access-1', 'refresh-1', 's3cret']) expect(seenByClient).not.toContain(secret);
  });

  test('a call waits for a user who has opened the page', async () => {
    const server = await at.open();
    const token = await at.tokenOf(server);
    const asked = await call(server, token);
    const browser = new Browser('ada');
    const { visited } = await browser.open(readQuestion(asked).url, ({ pathname }) =>
      pathname.startsWith('/oauth/callback/'),
    );
    const waiting = retry(server, token, asked);
    const other = call(server, token);
    expect(readQuestion(await other).url).toBe(readQuestion(asked).url);
    await browser.open(visited.at(-1)?.href ?? '');
    expect(await waiting).toMatchObject({ structuredContent: {} });
  });

  test.each(['decline', 'cancel'])('%s is a tool error', async (action) => {
    const server = await at.open();
    const token = await at.tokenOf(server);
    const answer = await retry(server, token, await call(server, token), action);
    expect(answer['isError']).toBe(true);
    expect(textOf(answer)).toBe(`The user did not allow use of the orders API (${action})`);
    expect(at.shop.api.requests).toEqual([]);
  });

  test.each([[{}], [{ elicitation: {} }], [{ elicitation: { form: {} } }]])(
    'a client that cannot show pages gets the address: %j',
    async (capabilities) => {
      const server = await at.open();
      const token = await at.tokenOf(server);
      const answer = await call(server, token, { capabilities });
      expect(answer['isError']).toBe(true);
      const [, url = ''] =
        /^The user must allow use of the orders API: open (\S+) and call the tool again$/u.exec(textOf(answer)) ?? [];
      await new Browser('ada').open(url);
      expect(await call(server, token, { capabilities })).toMatchObject({ structuredContent: {} });
    },
  );

  test('two users have two grants', async () => {
    const server = await at.open();
    const [ada, bob] = [await at.tokenOf(server), await at.tokenOf(server, 'bob')];
    await connect(server, ada);
    expect(await call(server, bob)).toHaveProperty('inputRequests');
    await connect(server, bob, 'bob');
    await call(server, ada);
    expect(at.sentTokens()).toEqual(['Bearer access-1-of-ada', 'Bearer access-2-of-bob', 'Bearer access-1-of-ada']);
  });

  test('callers who cannot log in are refused', async () => {
    const server = await at.open();
    const introspecting = await at.open({
      auth: {
        resource: server.subject.url,
        introspection: { clientId: 'a', clientSecret: 'b', issuer: at.shop.issuer.url },
      },
    });
    at.shop.issuer.opaque.set('robot', { active: true, client_id: 'robot', aud: server.subject.url });
    const answer = await call(introspecting, 'robot');
    expect(textOf(answer)).toBe(`The orders API is called only on behalf of users of ${at.shop.issuer.url}`);
  });
});

describe('another user opens the link', () => {
  /** Ada is asked; returns her link. */
  async function askAda(server: ProtectedServer): Promise<string> {
    return readQuestion(await call(server, await at.tokenOf(server))).url;
  }

  /** Expects that no user has a grant. */
  async function expectNoGrant(server: ProtectedServer): Promise<void> {
    for (const sub of ['ada', 'bob'])
      expect(await call(server, await at.tokenOf(server, sub))).toHaveProperty('inputRequests');
    expect(at.shop.api.requests).toEqual([]);
  }

  test('another user cannot agree, and the link stays good', async () => {
    const server = await at.open();
    const url = await askAda(server);
    const page = await new Browser('bob').open(url);
    expect(page.status).toBe(403);
    expect(page.text).toContain('You are not logged in as the user');
    expect(at.orders.asked).toEqual([]);
    await expectNoGrant(server);
    expect((await new Browser('ada').open(url)).text).toContain('orders is connected');
  });

  test('the second half of a flow does not work in another browser', async () => {
    const server = await at.open();
    const { visited } = await new Browser('ada').open(
      await askAda(server),
      (next) => next.origin === at.shop.tokens.url,
    );
    const page = await new Browser('bob').open(visited.at(-1)?.href ?? '');
    expect(page.status).toBe(400);
    expect(page.text).toContain('This page was opened in a different browser');
    expect(at.orders.exchanged).toEqual([]);
    await expectNoGrant(server);
  });

  test('a link can be opened 20 times', async () => {
    const server = await at.open();
    const url = await askAda(server);
    const { pathname: path, search } = new URL(url);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      statuses.push((await server.subject.fetch({ method: 'GET', path: path + search, headers: {} })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 302), 429]);
  });

  test('an answer counts once', async () => {
    const server = await at.open();
    const browser = new Browser('ada');
    const { visited } = await browser.open(await askAda(server));
    for (const path of ['/oauth/login', '/oauth/callback/orders']) {
      const again = await browser.open(visited.find(({ pathname }) => pathname === path)?.href ?? '');
      expect(again.status).toBe(404);
      expect(again.text).toContain('This link has expired or was already used.');
    }
    expect(at.orders.exchanged).toHaveLength(1);
    const [link] = visited;
    expect((await browser.open(link?.href ?? '')).status).toBe(404);
  });

  test('an answer for one page is none for another', async () => {
    const server = await at.open();
    const browser = new Browser('ada');
    const isLogin = ({ pathname }: URL): boolean => pathname === '/oauth/login';
    const { visited } = await browser.open(await askAda(server), isLogin);
    const page = await browser.open((visited.at(-1)?.href ?? '').replace('/oauth/login', '/oauth/callback/orders'));
    expect(page.status).toBe(404);
    await expectNoGrant(server);
  });

  test.each([
    ['for another client', { aud: 'another' }],
    ['for several clients', { aud: ['shop-at-login', 'another'] }],
    ['that another client asked for', { azp: 'another' }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['of another login', { nonce: 'another' }],
    ['that has expired', { exp: 1 }],
    ['without a subject', { sub: undefined }],
  ])('an ID token %s is not accepted', async (_, claims) => {
    at.login.claims = claims;
    const server = await at.open();
    const page = await new Browser('ada').open(await askAda(server));
    expect(page.status).toBe(502);
    expect(reports.join('')).toContain(`${at.shop.issuer.url} issued an ID token that is not valid for this login`);
    await expectNoGrant(server);
  });

  test('an ID token that is not signed, or that is none, is not accepted', async () => {
    const server = await at.open();
    for (const header of ['{"alg":"none"}', '{"alg":"None"}', '{}', 'x']) {
      at.login.idTokenHeader = header;
      expect((await new Browser('ada').open(await askAda(server))).status).toBe(502);
    }
    for (const token of ['', 'a.b.c', 7, undefined]) {
      at.login.granted = { id_token: token };
      expect((await new Browser('ada').open(await askAda(server))).status).toBe(502);
    }
    await expectNoGrant(server);
  });

  test('the answer of another authorization server is not accepted, nor one without a name where answers have one', async () => {
    at.login.issuer = 'https://other.example';
    const server = await at.open();
    expect((await new Browser('ada').open(await askAda(server))).status).toBe(502);
    expect(reports.join('')).toContain('The response comes from a different authorization server');
    at.shop.issuer.metadata = { ...at.shop.issuer.metadata, authorization_response_iss_parameter_supported: true };
    at.login.issuer = undefined;
    const strict = await at.open();
    expect((await new Browser('ada').open(await askAda(strict))).status).toBe(502);
    expect(at.login.exchanged).toEqual([]);
  });
});

describe('a login with an access token', () => {
  // Issuers such as Okta write another subject into ID tokens.
  const withScopes = (): Promise<ProtectedServer> =>
    at.shop.open(
      consent(
        'orders',
        {
          authorizationEndpoint: `${at.shop.tokens.url}/authorize`,
          tokenEndpoint: `${at.shop.tokens.url}/token`,
          clientId: 'shop-at-orders',
        },
        {
          issuer: at.shop.issuer.url,
          clientId: 'shop-at-login',
          scopes: ['shop:login'],
          parameters: { resource: 'https://shop.example/mcp' },
        },
      ),
      { auth: { resource: undefined as never } },
    );

  test('recognizes the user as callers are recognized', async () => {
    const server = await withScopes();
    const token = await at.tokenOf(server);
    at.login.granted = { access_token: await at.tokenOf(server) };
    const asked = await call(server, token);
    const page = await new Browser('whatever').open(readQuestion(asked).url);
    expect(page.text).toContain('orders is connected');
    expect(Object.fromEntries(at.login.asked[0] ?? [])).toMatchObject({
      scope: 'shop:login',
      resource: 'https://shop.example/mcp',
    });
    expect(at.login.asked[0]?.has('nonce')).toBe(false);
    // Public clients send their id in the body.
    expect(at.orders.exchanged[0]).toMatchObject({ client_id: 'shop-at-orders' });
    expect(at.orders.exchanged[0]).not.toHaveProperty('client_secret');
  });

  test.each([
    ['of another user', 403, (server: ProtectedServer) => at.tokenOf(server, 'bob')],
    ['for another server', 502, () => at.shop.sign({ aud: 'https://other.example/mcp' })],
    ['that has expired', 502, (server: ProtectedServer) => at.shop.sign({ aud: server.subject.url, exp: 1 })],
    ['that is no JWT', 502, async () => 'opaque'],
  ])('a token %s is not accepted', async (_, status, makeToken) => {
    const server = await withScopes();
    at.login.granted = { access_token: await makeToken(server) };
    const asked = await call(server, await at.tokenOf(server));
    expect((await new Browser('ada').open(readQuestion(asked).url)).status).toBe(status);
    expect(at.orders.asked).toEqual([]);
  });
});

describe('pages', () => {
  test('a user who does not agree or log in is told what to do; no page is kept, framed or followed', async () => {
    const server = await at.open();
    const open = async () => {
      const asked = await call(server, await at.tokenOf(server));
      return new Browser('ada').open(readQuestion(asked).url);
    };
    at.orders.refusal = 'access_denied';
    expect(await open()).toMatchObject({
      status: 403,
      text: expect.stringContaining('You did not consent. To consent, open the link again.') as string,
    });
    at.login.refusal = 'login_required';
    const page = await open();
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('You are not logged in.') as string });
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['GET', '/oauth/start/orders', 404],
    ['GET', '/oauth/start/orders?ticket=guess', 404],
    ['GET', '/oauth/callback/orders?code=a&state=orders.guess', 404],
    ['GET', '/oauth/login?code=a&state=orders.guess', 404],
    ['GET', '/oauth/login?code=a&state=other.guess', 404],
    ['GET', '/oauth/start/other', 404],
    ['GET', '/oauth/constructor', 404],
    ['GET', '//[/oauth/start/orders', 404],
    ['POST', '/oauth/start/orders?ticket=guess', 405],
    ['HEAD', '/oauth/start/orders?ticket=guess', 405],
  ])('%s %s is answered with %i', async (method, path, status) => {
    const server = await at.open();
    const response = await server.subject.fetch({ method, path, headers: {} });
    expect(response.status).toBe(status);
    expect(at.logins.requests).toEqual([]);
  });

  test('no query makes a page fail or lead to another server', async () => {
    const server = await at.open();
    const { url } = readQuestion(await call(server, await at.tokenOf(server)));
    const browser = new Browser('ada');
    const { visited } = await browser.open(url);
    const known = visited.flatMap(({ searchParams }) => [...searchParams.values()]);
    const value = fc.oneof(fc.constantFrom(...known), fc.string({ unit: 'grapheme' }), fc.constant('orders.'));
    const query = fc.dictionary(fc.constantFrom('ticket', 'state', 'code', 'iss', 'error'), value);
    const page = fc.constantFrom('start/orders', 'login', 'callback/orders');
    await fc.assert(
      fc.asyncProperty(page, query, async (name, parameters) => {
        const path = `/oauth/${name}?${new URLSearchParams(parameters)}`;
        const response = await server.subject.fetch({ method: 'GET', path, headers: {} });
        expect([400, 404]).toContain(response.status);
        expect(response.headers).not.toHaveProperty('location');
      }),
      { numRuns: 60 },
    );
  });

  test('behind a proxy the addresses are those of clients, and cookies are bound to https', async () => {
    const resource = 'https://shop.example/v1/mcp';
    const server = await at.open({ auth: { resource } });
    const { url } = readQuestion(await call(server, await at.shop.sign({ aud: resource })));
    expect(url).toMatch(/^https:\/\/shop\.example\/v1\/oauth\/start\/orders\?ticket=/u);
    for (const folder of ['/v1/oauth/', '/oauth/']) {
      const path = `${folder}start/orders${new URL(url).search}`;
      const { status, headers } = await server.subject.fetch({ method: 'GET', path, headers: {} });
      expect(status).toBe(302);
      expect(headers['set-cookie']).toMatch(
        /^__Host-mcp-consent=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/u,
      );
      expect(new URL(headers['location'] ?? '').searchParams.get('redirect_uri')).toBe(
        'https://shop.example/v1/oauth/login',
      );
    }
  });
});
