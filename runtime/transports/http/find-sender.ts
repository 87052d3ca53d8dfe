import type { AccessControl, Refusal } from '../../core/api/auth.js';
import type { AuthInfo, HttpRequestInfo } from '../../core/api/request-context.js';
import { isJsonObject } from '../../wire/json.js';
import { AccessError } from '../../core/api/errors.js';
import { HttpError } from './http-error.js';
import type { HttpRequest } from './http-message.js';

/**
 * Authenticates the sender of a request. `undefined` or an `AccessError` rejects the request.
 *
 * @typeParam App Return value of `setup`, passed as the third argument, after the caller from the access token (with
 *   `auth` in the definition).
 */
export type Authenticate<App = unknown> = (
  request: HttpRequestInfo,
  ...more: unknown extends App ? [verified?: AuthInfo] : [verified: AuthInfo | undefined, app: App]
) => AuthInfo | undefined | Promise<AuthInfo | undefined>;

/** Sender of a request. */
export interface Sender {
  readonly auth: AuthInfo | undefined;
  /** Expiry of the access token, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

/**
 * Finds the sender of a request: first by the access token, then by the user's `authenticate`, which may reject or
 * change the caller.
 *
 * @param app Return value of `setup`.
 * @throws HttpError 400, 401, 403 or 503 for a rejected request; TypeError if `authenticate` returns an invalid value.
 */
export async function findSender(
  request: HttpRequest,
  access: AccessControl | undefined,
  authenticate: Authenticate<never> | undefined,
  app: unknown,
): Promise<Sender> {
  const verdict = await access?.authenticate(request);
  if (verdict !== undefined && 'refusal' in verdict) throw refusalOf(verdict.refusal);
  if (authenticate === undefined) return verdict ?? { auth: undefined };
  const challenge = access?.refuseToken(request).challenge ?? 'Bearer';
  try {
    const auth: unknown = await authenticate(request, verdict?.auth, app as never);
    if (isAuthInfo(auth)) return { auth, expiresAt: verdict?.expiresAt };
    // Code that is not type-checked may return `null` or `false` for an unknown caller.
    if (auth) throw new TypeError('authenticate must return an object whose `principal` is a string');
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const ownChallenge = error.challenge ?? (access !== undefined && error.status === 401 ? challenge : undefined);
    throw new HttpError(
      error.status,
      error.message,
      ownChallenge === undefined ? {} : { 'WWW-Authenticate': ownChallenge },
    );
  }
  throw new HttpError(401, 'Unauthorized', { 'WWW-Authenticate': challenge });
}

/** Converts a refusal to an error that ends the request. */
export function refusalOf({ status, message, challenge }: Refusal): HttpError {
  const headers = challenge === undefined ? {} : { 'WWW-Authenticate': challenge };
  return new HttpError(status, message, status === 503 ? { ...headers, 'Retry-After': '10' } : headers);
}

function isAuthInfo(value: unknown): value is AuthInfo {
  return isJsonObject(value) && typeof value['principal'] === 'string';
}
