/**
 * Whether a string is a URL to which keys and tokens can be sent, and from which they can be fetched: https, or http on
 * the local machine, without a username, query or fragment.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1-13#section-1.5
 */
export function isSecureUrl(text: string): boolean {
  if (/[?#\s"\\]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || isLocalUrl(text);
}

/** Whether a string is an http URL of the local machine. */
export function isLocalUrl(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/u.test(hostname);
}
