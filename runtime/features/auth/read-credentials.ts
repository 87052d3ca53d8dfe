import type { HttpRequestInfo } from '../../core/api/request-context.js';

/** Access token of a request, and how it was sent. */
export interface SentToken {
  readonly scheme: 'bearer' | 'dpop';
  readonly token: string;
}

/**
 * Reads the access token of a request. Returns `missing` for a request without a token, `malformed` for an ambiguous
 * request: two `Authorization` headers, or a token in the query.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-7.1
 */
export function readCredentials(request: HttpRequestInfo): SentToken | 'missing' | 'malformed' {
  if (/[?&](?:access_token|%61ccess_token)=/iu.test(request.url)) return 'malformed';
  const header = request.header('authorization');
  if (header === undefined) return 'missing';
  // The values of repeated headers are joined by commas. A token contains no commas.
  if (header.includes(',')) return 'malformed';
  const end = header.indexOf(' ');
  const scheme = (end < 0 ? header : header.slice(0, end)).toLowerCase();
  if (scheme !== 'bearer' && scheme !== 'dpop') return 'missing';
  const token = end < 0 ? '' : header.slice(end + 1).trim();
  return /^[\w.~+/-]+=*$/u.test(token) ? { scheme, token } : 'malformed';
}
