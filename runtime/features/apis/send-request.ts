import { pause } from '../../wire/pause.js';
import type { PartSpan } from '../../core/api/telemetry.js';
import { messageOf } from '../../wire/protocol-error.js';
import type { Deadline } from './deadline.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { isRateLimited, readRetryAfter } from './rate-limit.js';

/** Complete HTTP request. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Whether the request can be repeated whatever its method. */
  readonly isIdempotent?: true;
}

/** Begins the span of a request. */
export type BeginRequest = (request: ApiRequest) => PartSpan;

const maxRedirects = 5;
/** Default number of retries of a request. */
export const defaultRetries = 2;
/** Maximum `Retry-After` after which a request is repeated, in milliseconds. */
const maxWaitMs = 10_000;
/**
 * Delay before the first retry if the API specifies none, in milliseconds. Each further retry waits four times as long.
 */
const firstWaitMs = 200;
const redirects = new Set([301, 302, 303, 307, 308]);
/** HTTP statuses after which a request is repeated, even without `Retry-After`. */
const brokenGateways = new Set([502, 503, 504]);
/** Error codes of connections that were closed or reset. */
const brokenConnections = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']);

/**
 * Sends a request. Repeats an idempotent request after a broken connection, after status 502, 503 or 504, and after 403
 * or 429 if the rate limit ends within 10 s.
 *
 * @param retries Maximum number of repetitions.
 * @param begin Called before each request is sent. Absent without telemetry.
 * @throws ForwardError after too many redirects; the errors of `fetch`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
 */
export async function sendRequest(
  request: ApiRequest,
  deadline: Deadline,
  retries: number,
  begin?: BeginRequest,
): Promise<Response> {
  const maxRepeats = request.isIdempotent || idempotentMethods.has(request.method) ? retries : 0;
  for (let repeated = 0; ; repeated += 1) {
    const usualWait = Math.min(firstWaitMs * 4 ** repeated, maxWaitMs);
    let wait = usualWait;
    try {
      const response = await followRedirects(request, deadline, begin);
      const isGateway = brokenGateways.has(response.status);
      const requestedWait = isGateway || isRateLimited(response) ? readRetryAfter(response) : undefined;
      wait = requestedWait ?? (isGateway ? usualWait : Infinity);
      if (repeated === maxRepeats || wait > Math.min(maxWaitMs, deadline.remaining())) return response;
      await discard(response);
    } catch (error) {
      if (repeated === maxRepeats || !isBroken(error) || wait > deadline.remaining()) throw error;
    }
    await pause(wait, deadline.signal);
  }
}

/** Returns whether `fetch` failed because the connection was closed or reset before a response arrived. */
function isBroken(error: unknown): boolean {
  return brokenConnections.has(readReason(error));
}

/** Reads why `fetch` failed: the system error code, otherwise a message. */
export function readReason(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : messageOf(cause);
}

/** Returns the target of a redirect; `undefined` for any other response. */
export function readLocation(response: Response, url: string): URL | undefined {
  const location = redirects.has(response.status) ? response.headers.get('location') : null;
  if (location === null) return undefined;
  try {
    return new URL(location, url);
  } catch {
    return undefined;
  }
}

/**
 * Follows redirects within the origin. A redirect to a different origin is returned, because credentials must not be sent there.
 */
async function followRedirects(first: ApiRequest, deadline: Deadline, begin?: BeginRequest): Promise<Response> {
  let request = first;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const { url } = request;
    const span = begin?.(request);
    const response = await (span === undefined ? fetchOnce(request, deadline) : observe(request, deadline, span));
    const target = readLocation(response, url);
    if (target === undefined || target.origin !== new URL(url).origin) return response;
    await discard(response);
    request = redirect(request, target, response.status);
  }
  throw new ForwardError(`The API redirected more than ${maxRedirects} times`);
}

function fetchOnce({ url, method, headers, body }: ApiRequest, { signal }: Deadline): Promise<Response> {
  return fetch(url, { method, headers, body, redirect: 'manual', signal } as RequestInit);
}

/**
 * Sends a request with trace headers, unless it already has such headers. The span ends when the response headers have
 * arrived.
 */
async function observe(request: ApiRequest, deadline: Deadline, span: PartSpan): Promise<Response> {
  const sentNames = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const added = Object.entries(span.carrier).filter(([name]) => !sentNames.has(name.toLowerCase()));
  const sent = { ...request, headers: { ...request.headers, ...Object.fromEntries(added) } };
  try {
    const response = await span.run(() => fetchOnce(sent, deadline));
    span.end({ status: response.status });
    return response;
  } catch (error) {
    const reason = readReason(error);
    const code = /^[A-Z][A-Z\d_]+$/u.test(reason) ? reason : '_OTHER';
    span.end({ errorType: deadline.isOver() ? 'timeout' : deadline.signal.aborted ? 'cancelled' : code });
    throw error;
  }
}

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function redirect(request: ApiRequest, target: URL, status: number): ApiRequest {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const becomesGet = status === 303 ? !isRead : status <= 302 && request.method === 'POST';
  if (!becomesGet) return { ...request, url: target.href };
  const { 'content-type': _, ...headers } = request.headers;
  return { method: 'GET', url: target.href, headers, body: undefined };
}

/** Discards the body of a response, to free the connection. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
