import { encodeBase64 } from '../../wire/base64.js';
import { isJsonObject } from '../../wire/json.js';
import { readStream } from '../../wire/read-stream.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { maskReason } from '../../core/results/mask-secrets.js';
import { percentEncode } from '../../core/results/percent-encode.js';

const requestMs = 30_000;
const maxBytes = 65_536;
/**
 * Safety margin in milliseconds: a token is not used during this period before it expires, because the call takes time, too.
 */
const marginMs = 10_000;

/** Parameters of a request for an access token. */
export interface TokenGrant {
  /** URL of the token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sorted. */
  readonly scopes: readonly string[];
}

interface CachedToken {
  readonly token: Promise<string>;
  /**
   * Expiry in milliseconds since 1970; `Infinity` while the token is being requested, and if the server specified no
   * lifetime.
   */
  expiresAt: number;
}

const tokens = new Map<string, CachedToken>();

/**
 * Returns an access token (OAuth 2 client credentials), and a function that removes it from the cache. Concurrent calls
 * for the same token share one request.
 *
 * @throws ForwardError if the token endpoint returns no token.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 */
export async function getAccessToken(
  grant: TokenGrant,
): Promise<{ readonly token: string; readonly forget: () => void }> {
  const key = JSON.stringify(grant);
  const cached = tokens.get(key);
  const entry = cached !== undefined && cached.expiresAt > Date.now() ? cached : requestToken(grant);
  tokens.set(key, entry);
  const forget = (): void => {
    if (tokens.get(key) === entry) tokens.delete(key);
  };
  try {
    return { token: await entry.token, forget };
  } catch (error) {
    forget();
    throw error;
  }
}

function requestToken(grant: TokenGrant): CachedToken {
  const token = fetchToken(grant).then(({ text, lifetime }) => {
    if (!Number.isNaN(lifetime)) requested.expiresAt = Date.now() + Math.max(lifetime - marginMs, lifetime / 2);
    return text;
  });
  const requested: CachedToken = { token, expiresAt: Infinity };
  return requested;
}

/**
 * Sends the client ID and secret in a header, which the standard requires servers to accept, or, after a failure, in the body.
 */
async function fetchToken(grant: TokenGrant): Promise<{ readonly text: string; readonly lifetime: number }> {
  const first = await postGrant(grant, 'header');
  const { status, json } = first.status === 400 || first.status === 401 ? await postGrant(grant, 'body') : first;
  const { access_token: text, expires_in: seconds, error, error_description: description } = json;
  if (status === 200 && typeof text === 'string' && text !== '') {
    return { text, lifetime: Number(seconds ?? Number.NaN) * 1000 };
  }
  const reason = [error, description].filter((part) => typeof part === 'string').join(': ') || `status ${status}`;
  throw new ForwardError(`No access token from ${grant.tokenUrl}: ${maskReason(reason, [grant.clientSecret])}`);
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
async function postGrant({ tokenUrl, clientId, clientSecret, scopes }: TokenGrant, place: 'header' | 'body') {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scopes.length > 0) form.set('scope', scopes.join(' '));
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (place === 'body') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  } else {
    const pair = new TextEncoder().encode(`${percentEncode(clientId)}:${percentEncode(clientSecret)}`);
    headers['authorization'] = `Basic ${encodeBase64(pair)}`;
  }
  const request: RequestInit = {
    method: 'POST',
    headers,
    body: form.toString(),
    redirect: 'manual',
    signal: AbortSignal.timeout(requestMs),
  };
  try {
    const response = await fetch(tokenUrl, request);
    const { bytes } = await readStream(response.body, maxBytes);
    return { status: response.status, json: parseObject(bytes) };
  } catch {
    throw new ForwardError(`No access token: ${tokenUrl} cannot be reached`);
  }
}

function parseObject(bytes: Uint8Array) {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isJsonObject(json) ? json : {};
  } catch {
    return {};
  }
}
