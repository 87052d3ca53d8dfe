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
 * Starts an authorization server (OAuth 2.1, OpenID Connect) for this machine. Programs register themselves (RFC 7591), PKCE is
 * required, and everything that it knows is in memory: it is not for production.
 *
 * @param {object} options
 * @param {number} options.port 0 chooses a free one
 * @param {{ id: string, secret: string }} options.client account of the MCP server, for introspection and token exchange
 * @param {() => string} options.resource address of the MCP server, known once that listens
 * @param {string} options.audience audience of the tokens that the MCP server gets in exchange
 * @param {boolean} options.isOpaque access tokens for the MCP server are no JWT
 */
export async function startAuthorizationServer({ port, client, resource, audience, isOpaque }) {
  // The provider has to know its own address, which a free port decides.
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
    // Most clients say nothing about themselves: they are programs of this machine, with addresses such as `cursor://`.
    clientDefaults: { application_type: 'native', id_token_signed_response_alg: 'ES256' },
    // Clients may ask for more scopes later than when they registered.
    extraClientMetadata: {
      properties: ['ignored'],
      validator: (_context, _key, _value, metadata) => void delete metadata.scope,
    },
    // Clients in web pages, such as the Inspector.
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

/** Users log in for the MCP server only (RFC 8707), also with clients that name no resource. */
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
