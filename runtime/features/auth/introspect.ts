import { encodeBase64 } from '../../wire/base64.js';
import type { AuthSettings, IntrospectionSettings } from './auth-settings.js';
import { fetchJson } from './fetch-json.js';
import type { Issuer } from './issuer.js';
import { acceptClaims, skewSeconds, TokenError, type VerifiedToken } from './verified-token.js';

/** Cache lifetime of a result, in milliseconds. */
const rememberMs = 30_000;

/**
 * Introspects an access token at its issuer.
 *
 * @throws TokenError for a token that is not active, or is for a different resource. IssuerError if the issuer cannot
 *   be reached.
 * @see https://www.rfc-editor.org/rfc/rfc7662#section-2
 */
export async function introspect(
  settings: AuthSettings,
  { clientId, clientSecret }: IntrospectionSettings,
  issuer: Issuer,
  token: string,
): Promise<VerifiedToken> {
  const url = await issuer.findEndpoint('introspection_endpoint');
  const pair = new TextEncoder().encode(`${encodeForm(clientId)}:${encodeForm(clientSecret)}`);
  const claims = await fetchJson(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${encodeBase64(pair)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }).toString(),
  });
  const { active, iss = issuer.url, exp, nbf, token_type: type = 'Bearer' } = claims;
  const now = Date.now() / 1000;
  const isLate = exp !== undefined && !(typeof exp === 'number' && exp + skewSeconds > now);
  const isEarly = nbf !== undefined && !(typeof nbf === 'number' && nbf - skewSeconds <= now);
  const isAccessToken = typeof type === 'string' && /^(?:bearer|dpop|access_token)$/iu.test(type);
  if (active !== true || iss !== issuer.url || isLate || isEarly || !isAccessToken) throw new TokenError('not active');
  const expiresAt = typeof exp === 'number' ? (exp + skewSeconds) * 1000 : Infinity;
  return acceptClaims(settings, issuer.url, claims, { expiresAt, rememberMs });
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
