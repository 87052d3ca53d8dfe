import { HttpError } from './http-error.js';
import type { HttpHeaders, HttpRequest } from './http-message.js';
import type { ResolvedHttpOptions } from './http-options.js';

/**
 * Pattern of a `Host` header: a name, an IPv4 address or an IPv6 address in brackets, and a port. Names contain no
 * characters that a URL escapes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.2
 */
const hostHeader = /^(?:[\w.~!$&'()*+;=-]+|\[[\da-f:.]+\])(?::\d*)?$/iu;

const localNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/**
 * Checks the `Host` header against the options, before the rest of a request is read. Together with {@link
 * checkOrigin}, prevents DNS rebinding attacks on local servers.
 *
 * @throws HttpError 400 for a `Host` header that is empty, malformed or sent more than once, 403 for a host that is not
 *   allowed.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security--endpoint
 */
export function checkHost(request: HttpRequest, options: ResolvedHttpOptions): void {
  const host = request.header('host');
  // The values of repeated headers are joined by commas.
  if (host?.includes(',') === true) throw new HttpError(400, 'Bad Request: multiple Host headers');
  // HTTP/1.0 has no Host header. Node itself rejects HTTP/1.1 requests without a Host header.
  if (host !== undefined && !hostHeader.test(host)) {
    throw new HttpError(400, `Bad Request: the Host header is ${host === '' ? 'empty' : 'malformed'}`);
  }
  if (!isAllowedHost(host, options)) {
    throw refuseHeader('host', host);
  }
}

/**
 * Checks the `Origin` header against the options.
 *
 * @throws HttpError 403 for an origin that is not allowed.
 */
export function checkOrigin(request: HttpRequest, options: ResolvedHttpOptions): void {
  const origin = request.header('origin');
  if (origin !== undefined && !isAllowedOrigin(origin, options)) {
    throw refuseHeader('origin', origin);
  }
}

function refuseHeader(header: 'host' | 'origin', value = ''): HttpError {
  const option = header === 'host' ? 'allowedHosts' : 'allowedOrigins';
  const advice = `${JSON.stringify(value.slice(0, 200))} is not allowed: if it is yours, add it to \`http.${option}\``;
  return new HttpError(403, `Forbidden: ${header} not allowed`, {}, -32600, advice);
}

function isAllowedHost(sent = '', { allowedHosts, host }: ResolvedHttpOptions): boolean {
  const name = sent.replace(/:\d+$/u, '').toLowerCase();
  if (allowedHosts !== undefined) return allowedHosts.some((allowed) => allowed.toLowerCase() === name);
  return !isLocal(host) || isLocal(name);
}

function isAllowedOrigin(origin: string, { allowedOrigins, host }: ResolvedHttpOptions): boolean {
  if (allowedOrigins !== undefined) return allowedOrigins.includes(origin);
  if (!isLocal(host)) return false;
  try {
    const { protocol, hostname } = new URL(origin);
    return (protocol === 'http:' || protocol === 'https:') && isLocal(hostname);
  } catch {
    return false;
  }
}

/** Whether a name or address refers to the local machine. */
export function isLocal(host: string): boolean {
  return localNames.has(host) || /^127\.\d+\.\d+\.\d+$/u.test(host);
}

/** Returns the CORS headers of a response, which let pages with an allowed `Origin` read it. */
export function corsHeaders(request: HttpRequest): HttpHeaders {
  const origin = request.header('origin');
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Mcp-Session-Id, WWW-Authenticate',
    Vary: 'Origin',
  };
}

/** Returns the headers of the response to a CORS preflight request (`OPTIONS`). */
export function preflightHeaders(request: HttpRequest): HttpHeaders {
  return {
    ...corsHeaders(request),
    'Access-Control-Allow-Methods': 'POST, GET, DELETE',
    'Access-Control-Allow-Headers': request.header('access-control-request-headers') ?? '*',
    'Access-Control-Max-Age': '600',
  };
}
