import type { Deadline } from './deadline.js';
import { ForwardError } from './forward-error.js';

/** Complete HTTP request. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const maxRedirects = 5;
const maxRetries = 2;
const maxWaitMs = 10_000;
const redirects = new Set([301, 302, 303, 307, 308]);
/** @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']);

/**
 * Sends a request. Repeats an idempotent request after status 429 or 503 if `Retry-After` allows it soon.
 *
 * @throws ForwardError after too many redirects; the errors of `fetch`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export async function sendRequest(request: ApiRequest, deadline: Deadline): Promise<Response> {
  for (let retries = 0; ; retries += 1) {
    const response = await followRedirects(request, deadline);
    const { status } = response;
    const isBusy = status === 429 || status === 503;
    if (!isBusy || retries === maxRetries || !idempotentMethods.has(request.method)) return response;
    const wait = readRetryAfter(response);
    if (wait === undefined || wait > Math.min(maxWaitMs, deadline.remaining())) return response;
    await discard(response);
    await pause(wait, deadline.signal);
  }
}

/** Reads `Retry-After` in milliseconds; `undefined` when it is missing or invalid. */
export function readRetryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2},/u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Returns the target of a redirect; `undefined` for any other answer. */
export function readLocation(response: Response, url: string): URL | undefined {
  const location = redirects.has(response.status) ? response.headers.get('location') : null;
  if (location === null) return undefined;
  try {
    return new URL(location, url);
  } catch {
    return undefined;
  }
}

/** Follows redirects within the origin. A redirect to another origin is returned: credentials must not go there. */
async function followRedirects(first: ApiRequest, { signal }: Deadline): Promise<Response> {
  let request = first;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const { method, url, headers, body = null } = request;
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal } as RequestInit);
    const target = readLocation(response, url);
    if (target === undefined || target.origin !== new URL(url).origin) return response;
    await discard(response);
    request = redirect(request, target, response.status);
  }
  throw new ForwardError(`The API redirected more than ${maxRedirects} times`);
}

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirect(request: ApiRequest, target: URL, status: number): ApiRequest {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const becomesGet = status === 303 ? !isRead : status <= 302 && request.method === 'POST';
  if (!becomesGet) return { ...request, url: target.href };
  const { 'content-type': _, ...headers } = request.headers;
  return { method: 'GET', url: target.href, headers, body: undefined };
}

/** Frees the connection. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
