import { IssuerError } from '../auth/fetch-json.js';
import type { TokenResponse } from './authorization-server.js';

/**
 * Safety margin in milliseconds: a token is not used during this period before it expires, because the call takes time, too.
 */
const marginMs = 10_000;
const maxLifetimeMs = 24 * 60 * 60 * 1000;
const maxTokenLength = 16_384;

/** Tokens of a token endpoint. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Time in milliseconds since 1970 until which the access token can be used; `undefined`: not specified. */
  readonly usableUntil: number | undefined;
}

/**
 * Thrown if a token endpoint rejected a request with an error code. The message may be long, and may echo parameters of
 * the request.
 */
export class RefusedGrant extends Error {
  override readonly name = 'RefusedGrant';
  readonly code: string;

  constructor(code: string, reason: string) {
    super(reason);
    this.code = code;
  }
}

/**
 * Reads the tokens of a response.
 *
 * @param issuedTypes Accepted values of `issued_token_type`. Default: any, because only token exchange has this member.
 * @throws RefusedGrant for an error from the endpoint, IssuerError for an invalid response.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1
 */
export function readToken(
  { status, json }: TokenResponse,
  url: string,
  issuedTypes?: readonly string[],
): GrantedTokens {
  const { error, error_description: description, token_type: type, issued_token_type: issued } = json;
  // Some servers send errors with status 200.
  if (typeof error === 'string') {
    const reason = typeof description === 'string' ? `${error}: ${description}` : error;
    throw new RefusedGrant(error, `${url} responded with ${reason}`);
  }
  const unusable = (what: string): IssuerError => new IssuerError(`${url} responded with ${what}`);
  if (status !== 200) throw unusable(`status ${status}`);
  const accessToken = readText(json['access_token']);
  if (accessToken === undefined) throw unusable('no valid `access_token`');
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') throw unusable('another `token_type` than Bearer');
  if (issuedTypes?.some((each) => each === issued) === false) throw unusable('an unexpected `issued_token_type`');
  const refreshToken = readText(json['refresh_token']);
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    usableUntil: readUsableUntil(json['expires_in']),
  };
}

/** Reads the expiry of a token. Some servers send the seconds as a string. */
function readUsableUntil(seconds: unknown): number | undefined {
  const lifetime = typeof seconds === 'string' && seconds !== '' ? Number(seconds) : seconds;
  if (typeof lifetime !== 'number' || Number.isNaN(lifetime)) return undefined;
  const milliseconds = Math.min(Math.max(0, lifetime * 1000), maxLifetimeMs);
  return Date.now() + Math.max(milliseconds - marginMs, milliseconds / 2);
}

/** Returns a token that is valid in a header; `undefined` for any other value. */
function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= maxTokenLength && /^[\x21-\x7e]+$/u.test(value)
    ? value
    : undefined;
}
