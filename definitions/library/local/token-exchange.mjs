import { jwtVerify } from 'jose';
import { errors } from 'oidc-provider';

/** Grant type of RFC 8693. */
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';

/**
 * Enables token exchange: a client exchanges a user's access token for a token with another audience and the same expiry. Only tokens
 * for the MCP server are exchanged, and only for tokens of the API behind it.
 *
 * @param {import('oidc-provider').Provider} provider
 * @param {object} options
 * @param {CryptoKey} options.publicKey public key that verifies tokens of the provider
 * @param {() => string} options.resource returns the audience of user tokens
 * @param {string} options.audience audience of the new tokens
 * @param {boolean} options.isOpaque whether user tokens are opaque instead of JWTs
 */
export function registerTokenExchange(provider, { publicKey, resource, audience, isOpaque }) {
  const read = isOpaque ? readOpaque : readJwt;
  const exchange = async (context) => {
    const { client, params } = context.oidc;
    if (params.audience !== audience) throw new errors.InvalidTarget();
    const user = params.subject_token_type === accessToken && (await read(params.subject_token ?? ''));
    if (!user || user.aud !== resource()) throw new errors.InvalidRequest('the subject token is not valid here');
    const expiresIn = Math.max(1, user.exp - Math.floor(Date.now() / 1000));
    const token = new provider.AccessToken({ accountId: user.id, client, expiresIn, gty: exchangeGrant });
    const format = { accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } };
    token.resourceServer = new provider.ResourceServer(audience, { audience, scope: '', ...format });
    context.body = {
      access_token: await token.save(),
      issued_token_type: accessToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
    };
  };
  provider.registerGrantType(exchangeGrant, exchange, ['subject_token', 'subject_token_type', 'audience']);

  async function readJwt(text) {
    try {
      const { payload } = await jwtVerify(text, publicKey, { issuer: provider.issuer, typ: 'at+jwt' });
      return { id: payload.sub, aud: payload.aud, exp: payload.exp };
    } catch {
      return undefined;
    }
  }

  async function readOpaque(text) {
    const found = await provider.AccessToken.find(text);
    return found && { id: found.accountId, aud: found.aud, exp: found.exp };
  }
}
