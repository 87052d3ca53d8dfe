import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { Provider } from 'oidc-provider';

// The provider is written for Node 22.
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

/** @type {typeof import('./authorization-server.mjs').startAuthorizationServer} */
export async function startAuthorizationServer(scopes, documents = {}) {
  const requests = [];
  const registrations = { count: 0 };
  let handle = () => {};
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(url, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'server', use: 'sig', alg: 'ES256' }] },
    cookies: { keys: ['not a secret'] },
    scopes: ['openid', 'offline_access', ...scopes],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    // A client may ask for more scopes later than when it registered.
    extraClientMetadata: {
      properties: ['ignored'],
      validator: (_context, _key, _value, metadata) => void delete metadata.scope,
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, RefreshToken: 3600 },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    fetch: async (url) => Response.json(documents[url] ?? {}, { status: documents[url] === undefined ? 404 : 200 }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      introspection: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          scope: scopes.join(' '),
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  registerTokenExchange(provider, url, scopes);
  const callback = provider.callback();
  handle = (request, response) => {
    const { pathname, searchParams } = new URL(request.url, url);
    if (pathname === '/auth') requests.push(searchParams);
    if (pathname === '/reg') registrations.count += 1;
    if (pathname.startsWith('/interaction/')) void agree(provider, request, response);
    else callback(request, response);
  };
  return { url, requests, registrations, close: () => server.close().closeAllConnections() };
}

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Exchanges access tokens of this server for tokens of another resource (RFC 8693). */
function registerTokenExchange(provider, url, scopes) {
  const handler = async (context) => {
    const { client, params } = context.oidc;
    const keys = createRemoteJWKSet(new URL(`${url}/jwks`));
    const { payload } = await jwtVerify(params.subject_token, keys, { issuer: url });
    const token = new provider.AccessToken({ accountId: payload.sub, client, scope: params.scope, gty: exchangeGrant });
    token.resourceServer = new provider.ResourceServer(params.resource, {
      scope: scopes.join(' '),
      audience: params.resource,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    });
    context.body = {
      access_token: await token.save(),
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: token.expiration,
    };
  };
  const parameters = ['subject_token', 'subject_token_type', 'requested_token_type', 'resource', 'scope'];
  provider.registerGrantType(exchangeGrant, handler, parameters, ['resource']);
}

/** Logs the user in, and grants what is asked for. */
async function agree(provider, request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, {
      login: { accountId: request.headers['x-user'] ?? 'ada' },
    });
    return;
  }
  const known = grantId && (await provider.Grant.find(grantId));
  const grant = known ?? new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  const { missingOIDCScope, missingResourceScopes = {} } = prompt.details;
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(resource, scopes.join(' '));
  }
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}

/** @type {typeof import('./authorization-server.mjs').openInBrowser} */
export async function openInBrowser(start) {
  const cookies = new Map();
  let url = start;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';', 1)[0].split(/=(.*)/su);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
    if (url.origin !== start.origin) return url;
  }
  throw new Error('Too many redirects');
}
