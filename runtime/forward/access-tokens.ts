import { encodeBase64 } from '../protocol/base64.js';
import { isJsonObject } from '../protocol/json-object.js';
import { maskSecrets, type TokenGrant } from './credentials.js';
import { startDeadline } from './deadline.js';
import { ForwardError } from './forward-error.js';
import { percentEncode } from './percent-encode.js';
import { readBody } from './read-body.js';

const requestMs = 30_000;
const maxBytes = 65_536;
/** A token is not used in its last milliseconds, because the call takes time as well. */
const marginMs = 10_000;

interface AccessToken {
  readonly token: string;
  /** Milliseconds since 1970; `Infinity` when the server gave no lifetime. */
  readonly expiresAt: number;
}

/** Cache of access tokens (OAuth 2 client credentials). Calls that need the same token share one request. */
export class AccessTokens {
  readonly #tokens = new Map<string, Promise<AccessToken>>();

  /**
   * Returns a token, and a function that drops it from the cache.
   *
   * @param base Base URL for a relative URL of the token endpoint.
   * @throws ForwardError when the token endpoint returns no token.
   * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
   */
  async get(asked: TokenGrant, base: string): Promise<{ readonly token: string; readonly forget: () => void }> {
    const grant = { ...asked, tokenUrl: resolve(asked.tokenUrl, base) };
    const key = JSON.stringify(grant);
    let pending = this.#tokens.get(key) ?? this.#request(key, grant);
    if ((await pending).expiresAt <= Date.now()) {
      // Another call may have requested a new token already.
      pending = this.#tokens.get(key) === pending ? this.#request(key, grant) : (this.#tokens.get(key) ?? pending);
    }
    const { token } = await pending;
    const used = pending;
    return {
      token,
      forget: () => {
        if (this.#tokens.get(key) === used) this.#tokens.delete(key);
      },
    };
  }

  #request(key: string, grant: TokenGrant): Promise<AccessToken> {
    const pending = requestToken(grant);
    this.#tokens.set(key, pending);
    pending.catch(() => {
      if (this.#tokens.get(key) === pending) this.#tokens.delete(key);
    });
    return pending;
  }
}

/** Sends client and secret in a header, which the standard requires servers to accept, then in the body. */
async function requestToken(grant: TokenGrant): Promise<AccessToken> {
  const first = await postGrant(grant, 'header');
  const answer = first.status === 400 || first.status === 401 ? await postGrant(grant, 'body') : first;
  const { status, json } = answer;
  const { access_token: token, expires_in: seconds } = isJsonObject(json) ? json : {};
  if (status === 200 && typeof token === 'string' && token !== '') {
    const lifetime = Number(seconds ?? Number.NaN) * 1000;
    const expiresAt = Number.isNaN(lifetime) ? Infinity : Date.now() + Math.max(lifetime - marginMs, lifetime / 2);
    return { token, expiresAt };
  }
  const { error, error_description: description } = isJsonObject(json) ? json : {};
  const reason = [error, description].filter((part) => typeof part === 'string').join(': ') || `status ${status}`;
  throw new ForwardError(
    maskSecrets(`No access token from ${grant.tokenUrl}: ${reason.slice(0, 500)}`, [grant.clientSecret]),
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
async function postGrant(
  { tokenUrl, clientId, clientSecret, scopes }: TokenGrant,
  place: 'header' | 'body',
): Promise<{ readonly status: number; readonly json: unknown }> {
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
  const deadline = startDeadline(requestMs);
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      headers,
      body: form.toString(),
      redirect: 'manual',
      signal: deadline.signal,
    });
    const { bytes } = await readBody(response, maxBytes);
    return { status: response.status, json: parse(bytes) };
  } catch {
    throw new ForwardError(`No access token: ${tokenUrl} cannot be reached`);
  } finally {
    deadline.stop();
  }
}

function resolve(tokenUrl: string, base: string): string {
  try {
    return new URL(tokenUrl, `${base}/`).href;
  } catch {
    throw new ForwardError(`No access token: ${tokenUrl} is no URL`);
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
