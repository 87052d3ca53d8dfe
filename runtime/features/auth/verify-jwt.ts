import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, type CryptoKey, type JWK } from 'jose';
import type { JsonObject } from '../../wire/json.js';
import type { AuthSettings } from './auth-settings.js';
import { IssuerError } from './fetch-json.js';
import type { Issuer } from './issuer.js';
import { signatureAlgorithms, type SignatureAlgorithm } from './signature-algorithms.js';
import { acceptClaims, skewSeconds, TokenError, type VerifiedToken } from './verified-token.js';

/** Time for which a verified token is cached, in milliseconds. */
const rememberMs = 5 * 60 * 1000;

/**
 * Imported keys by JWK object and algorithm, because a key without an algorithm matches several algorithms, but each
 * import is for one algorithm.
 */
const imported = new WeakMap<JsonObject, Map<string, Promise<CryptoKey | Uint8Array>>>();

/**
 * Verifies a JWT access token: signature, issuer, audience, times and type.
 *
 * @param issuers The configured issuers by URL. A token cannot specify any other issuer, or a key URL.
 * @throws TokenError for a token that is not accepted, IssuerError if the keys of its issuer cannot be fetched.
 * @see https://www.rfc-editor.org/rfc/rfc9068#section-4
 */
export async function verifyJwt(
  settings: AuthSettings,
  issuers: ReadonlyMap<string, Issuer>,
  token: string,
): Promise<VerifiedToken> {
  try {
    const { alg = '', kid, typ } = decodeProtectedHeader(token);
    const algorithm = signatureAlgorithms.get(alg);
    const { iss = '' } = decodeJwt(token);
    const issuer = issuers.get(iss);
    if (algorithm === undefined || issuer === undefined || !isAccessType(typ)) throw new TokenError('header');
    const fitting = await issuer.findKeys((key) => fitsKey(key, alg, algorithm, kid));
    const [key] = fitting;
    // Without a key ID, exactly one key must match.
    if (key === undefined || fitting.length > 1) throw new TokenError('key');
    const { payload } = await jwtVerify(token, await importKey(key, alg), {
      algorithms: [alg],
      issuer: iss,
      clockTolerance: skewSeconds,
      requiredClaims: ['exp', 'sub'],
    });
    if (isOtherToken(payload)) throw new TokenError('not an access token');
    const expiresAt = ((payload.exp ?? 0) + skewSeconds) * 1000;
    return acceptClaims(settings, iss, payload, { expiresAt, rememberMs });
  } catch (error) {
    if (error instanceof IssuerError) throw error;
    throw new TokenError('JWT', { cause: error });
  }
}

/** Whether a token type is valid for an access token. Some issuers send no type, or `JWT`. */
function isAccessType(type: unknown): boolean {
  if (type === undefined) return true;
  return typeof type === 'string' && /^(?:application\/)?(?:at\+jwt|jwt)$/iu.test(type);
}

/** Claims that only ID tokens and event messages (such as logout) have. */
const otherClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];

/**
 * Whether claims belong to an ID token, a logout token or a refresh token, which issuers mark in different ways.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#HybridIDToken
 * @see https://www.rfc-editor.org/rfc/rfc8417#section-2.2
 */
function isOtherToken(claims: JsonObject): boolean {
  const { token_use: use, typ } = claims;
  if (use !== undefined && use !== 'access') return true;
  if (typ !== undefined && typ !== 'Bearer' && typ !== 'DPoP') return true;
  return otherClaims.some((name) => claims[name] !== undefined);
}

function fitsKey(key: JsonObject, alg: string, { kty, crv }: SignatureAlgorithm, kid: unknown): boolean {
  if (key['kty'] !== kty || (crv !== undefined && key['crv'] !== crv)) return false;
  if (key['alg'] !== undefined && key['alg'] !== alg) return false;
  if (key['use'] !== undefined && key['use'] !== 'sig') return false;
  return kid === undefined || key['kid'] === kid;
}

/** Imports the public members of a key. */
function importKey(key: JsonObject, alg: string): Promise<CryptoKey | Uint8Array> {
  const byAlgorithm = imported.get(key) ?? new Map<string, Promise<CryptoKey | Uint8Array>>();
  imported.set(key, byAlgorithm);
  const cached = byAlgorithm.get(alg);
  if (cached !== undefined) return cached;
  const { kty, crv, x, y, n, e } = key as JWK;
  const members = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined);
  const importing = importJWK(Object.fromEntries(members) as unknown as JWK, alg);
  byAlgorithm.set(alg, importing);
  return importing;
}
