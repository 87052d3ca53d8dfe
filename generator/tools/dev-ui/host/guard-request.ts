import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Refusal of a request: status and reason. */
interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * Checks that a request comes from this machine and from the page itself. A different name in `Host` indicates DNS
 * rebinding; a different `Origin` indicates a page of another site.
 *
 * @param port Port that the page is served on.
 * @returns `undefined` if the request is allowed.
 */
export function refuseForeign({ headers }: IncomingMessage, port: number): Refusal | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) {
    return { status: 403, reason: 'Host not allowed.' };
  }
  const { origin } = headers;
  const isOwn = origin === undefined || hosts.some((host) => origin === `http://${host}`);
  if (!isOwn) return { status: 403, reason: 'Origin not allowed.' };
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  return isForeign && headers['sec-fetch-mode'] !== 'navigate'
    ? { status: 403, reason: 'Cross-site request not allowed.' }
    : undefined;
}

/**
 * Checks the token of a request in constant time.
 *
 * @returns `undefined` if the token is valid.
 */
export function refuseStranger({ headers }: IncomingMessage, token: string): Refusal | undefined {
  const given = /^Bearer ([\w-]+)$/u.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) return { status: 401, reason: 'Token missing. Open the URL that the command prints.' };
  return timingSafeEqual(digest(given), digest(token))
    ? undefined
    : { status: 401, reason: 'Invalid token. Open the URL that the command prints.' };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
