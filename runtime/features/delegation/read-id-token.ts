import { IssuerError } from '../auth/fetch-json.js';
import { skewSeconds } from '../auth/verified-token.js';
import { decodeBase64Url } from '../../wire/base64.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { parseJson } from '../../wire/parse-json.js';

/** Expected claims of an ID token. */
export interface ExpectedLogin {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
}

/**
 * Reads the subject of an ID token that came from the token endpoint itself. The connection, not the signature, proves
 * its issuer.
 *
 * @throws IssuerError for a token for a different client or login.
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export function readSubject(idToken: unknown, { issuer, clientId, nonce }: ExpectedLogin): string {
  const { iss, aud, azp, exp, sub, nonce: sent } = readClaims(idToken);
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const isAuthorized = azp === undefined ? audiences.length === 1 : azp === clientId;
  const isForClient = audiences.includes(clientId) && isAuthorized;
  const isTimely = typeof exp === 'number' && exp + skewSeconds > Date.now() / 1000;
  if (iss === issuer && isForClient && isTimely && sent === nonce && typeof sub === 'string' && sub !== '') return sub;
  throw new IssuerError(`${issuer} issued an ID token that is not valid for this login`);
}

/** Reads the claims of a signed token; empty for an unsigned token, which no client requests. */
function readClaims(idToken: unknown): JsonObject {
  const [header, claims, signature = ''] = typeof idToken === 'string' ? idToken.split('.') : [];
  const { alg } = readPart(header);
  const isSigned = typeof alg === 'string' && alg.toLowerCase() !== 'none' && signature !== '';
  return isSigned ? readPart(claims) : {};
}

function readPart(part = ''): JsonObject {
  try {
    const value = parseJson(new TextDecoder().decode(decodeBase64Url(part)));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
