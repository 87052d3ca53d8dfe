import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { errors, Provider } from 'oidc-provider';
import { answerInteraction } from './interaction.mjs';
import { listen } from './listen.mjs';
import { exchangeGrant, registerTokenExchange } from './token-exchange.mjs';
import { scopes, users } from './users.mjs';

/** Lifetimes in seconds. A day-long session would hide how users log in. */
const ttl = {
  AccessToken: 600,
  AuthorizationCode: 60,
  Grant: 3600,
  Interaction: 600,
  RefreshToken: 3600,
  Session: 600,
};

/**
 * Starts an authorization server (OAuth 2.1, OpenID Connect) for local use. Clients register dynamically (RFC 7591), PKCE is
 * required, and all data is kept in memory. Do not use it in production.
 *
 * @param {object} options
 * @param {number} options.port 0 chooses a free one
 * @param {{ id: string, secret: string }} options.client account of the MCP server, for introspection and token exchange
 * @param {() => string} options.resource returns the URL of the MCP server, known once it listens
 * @param {string} options.audience audience of exchanged tokens
 * @param {boolean} options.isOpaque whether access tokens for the MCP server are opaque instead of JWTs
 */
export async function startAuthorizationServer({ port, client, resource, audience, isOpaque }) {
  // The provider needs its own URL, which depends on the port.
  let handle = (_request, _response) => {};
  const server = createServer((request, response) => handle(request, response));
  const url = await listen(server, port, 'auth-port');
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(url, await configure(client, resource, isOpaque, privateKey));
  registerTokenExchange(provider, { publicKey, resource, audience, isOpaque });
  const callback = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void answerInteraction(provider, request, response);
    else callback(request, response);
  };
  return { url, close: () => server.close().closeAllConnections() };
}

async function configure(client, resource, isOpaque, privateKey) {
  return {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'library', use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: [exchangeGrant],
        redirect_uris: [],
        response_types: [],
      },
    ],
    // Most clients register without metadata and are native programs, with redirect URIs such as `cursor://`.
    clientDefaults: { application_type: 'native', id_token_signed_response_alg: 'ES256' },
    // Clients can request more scopes later than at registration.
    extraClientMetadata: {
      properties: ['ignored'],
      validator: (_context, _key, _value, metadata) => void delete metadata.scope,
    },
    // For browser clients, such as the Inspector.
    clientBasedCORS: () => true,
    scopes: ['openid', 'offline_access', ...Object.keys(scopes)],
    pkce: { required: () => true },
    ttl,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: nameOf(id) }) }),
    extraTokenClaims: (_context, { accountId }) => (accountId === undefined ? undefined : { name: nameOf(accountId) }),
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      introspection: { enabled: true },
      resourceIndicators: resourceIndicators(resource, isOpaque),
    },
  };
}

/** Limits tokens to the MCP server (RFC 8707), even for clients that send no `resource`. */
function resourceIndicators(resource, isOpaque) {
  return {
    enabled: true,
    defaultResource: () => resource(),
    useGrantedResource: () => true,
    getResourceServerInfo: (_context, asked) => {
      if (asked !== resource()) throw new errors.InvalidTarget();
      return {
        scope: Object.keys(scopes).join(' '),
        audience: asked,
        accessTokenFormat: isOpaque ? 'opaque' : 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      };
    },
  };
}

const nameOf = (id) => users.find((user) => user.id === id)?.name;
