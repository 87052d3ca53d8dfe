import type { AuthInfo } from '../../core/api/request-context.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import type { AuthSettings } from './auth-settings.js';

/** Tolerated clock difference between issuer and server, in seconds. */
export const skewSeconds = 60;

/** Verified access token. */
export interface VerifiedToken {
  readonly auth: AuthInfo;
  /** Time in milliseconds since 1970 until which the result can be used. */
  readonly until: number;
  /** Expiry of the token, in milliseconds since 1970. Absent for an API key. */
  readonly expiresAt?: number;
  /** Issuer of the token. Absent for an API key. */
  readonly issuer?: string;
  /** Thumbprint of the client's key, if the token is bound to a key (DPoP). */
  readonly keyThumbprint?: string;
  /** Thumbprint of the client's TLS certificate, if the token is bound to a certificate. */
  readonly certificateThumbprint?: string;
}

/** Thrown for an access token that is not accepted. The reason is for tests and the operator, never for the client. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** Thrown for a proof of possession (DPoP) that is missing or not accepted. The token itself is valid. */
export class ProofError extends TokenError {}

/**
 * Creates the caller from the claims of a token whose issuer and times are verified: a JWT or an introspection
 * response.
 *
 * @param expiresAt Expiry of the token, in milliseconds since 1970.
 * @param rememberMs Time in milliseconds for which the result can be used, unless the token expires earlier.
 * @throws TokenError for a different audience, a missing subject, and a token that is bound by an unsupported
 *   confirmation, such as a TLS certificate if `auth` has no `clientCertificate`.
 */
export function acceptClaims(
  settings: AuthSettings,
  issuer: string,
  claims: JsonObject,
  { expiresAt, rememberMs }: { readonly expiresAt: number; readonly rememberMs: number },
): VerifiedToken {
  if (!hasAudience(settings, claims['aud'])) throw new TokenError('another audience');
  const { cnf = {} } = claims;
  if (!isJsonObject(cnf)) throw new TokenError('an unknown confirmation');
  const { jkt, 'x5t#S256': certificate, ...others } = cnf;
  const isKnown =
    Object.keys(others).length === 0 &&
    isThumbprint(jkt) &&
    isThumbprint(certificate) &&
    (certificate === undefined || settings.certificateHeader !== undefined);
  if (!isKnown) throw new TokenError('an unsupported confirmation');
  const { subject, principal } = findSubject(issuer, claims);
  const auth = { principal, subject, scopes: readScopes(settings, claims), claims };
  return {
    auth,
    until: Math.min(expiresAt, Date.now() + rememberMs),
    expiresAt,
    issuer,
    ...(jkt === undefined ? {} : { keyThumbprint: jkt }),
    ...(certificate === undefined ? {} : { certificateThumbprint: certificate }),
  };
}

function isThumbprint(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** @see https://www.rfc-editor.org/rfc/rfc9068#section-4 */
function hasAudience({ audiences, resource }: AuthSettings, sent: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  const accepted = new Set((audiences ?? [resource()]).map(normalize));
  return all.some((each) => typeof each === 'string' && accepted.has(normalize(each)));
}

/** Returns a URL with its host in lower case and without a trailing slash; any other string unchanged. */
function normalize(text: string): string {
  if (!/^https?:\/\//iu.test(text) || !URL.canParse(text)) return text;
  const { href } = new URL(text);
  return href.endsWith('/') ? href.slice(0, -1) : href;
}

const maxSubject = 1000;

/**
 * Finds the subject and principal of a token. A client that acts on its own behalf may have no subject in an
 * introspection response. Issuers contain neither a space nor `#`, so principals of different users, clients and
 * issuers never
 * collide.
 */
function findSubject(issuer: string, { sub, client_id: client }: JsonObject) {
  if (isName(sub)) return { subject: sub, principal: `${issuer} ${sub}` };
  if (sub === undefined && isName(client)) return { subject: client, principal: `${issuer}#client ${client}` };
  throw new TokenError('no subject');
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxSubject;
}

/**
 * Reads the declared scopes of a token, including implied scopes. Issuers send them as `scope` or `scp`, as a string or
 * a list.
 */
function readScopes({ sufficient, scopePrefix }: AuthSettings, { scope, scp }: JsonObject): readonly string[] {
  const sent = [scope, scp].flat().flatMap((each) => (typeof each === 'string' ? each.split(' ') : []));
  const has = new Set(
    sent.map((each) => (scopePrefix !== '' && each.startsWith(scopePrefix) ? each.slice(scopePrefix.length) : each)),
  );
  return [...sufficient].flatMap(([name, enough]) => ([...enough].some((each) => has.has(each)) ? [name] : []));
}
