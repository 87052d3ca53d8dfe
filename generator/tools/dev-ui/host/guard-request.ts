import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Refusal of a request: status and reason. */
interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * Checks that a request comes from this machine and from the page itself. Another name in `Host` is that of a web site that
 * leads browsers here (DNS rebinding); another `Origin` is a page of another site.
 *
 * @param port Port that the page is served on.
 * @returns `undefined` when the request may be answered.
 */
export function refuseForeign({ headers }: IncomingMessage, port: number): Refusal | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) {
    return { status: 403, reason: 'The Host header names another machine.' };
  }
  const { origin } = headers;
  const isOwn = origin === undefined || hosts.some((host) => origin === `http://${host}`);
  if (!isOwn) return { status: 403, reason: 'The Origin header names another site.' };
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  return isForeign && headers['sec-fetch-mode'] !== 'navigate'
    ? { status: 403, reason: 'The request was made by another site.' }
    : undefined;
}

/**
 * Checks the token of a request, in a time that does not depend on it.
 *
 * @returns `undefined` when the token is right.
 */
export function refuseStranger({ headers }: IncomingMessage, token: string): Refusal | undefined {
  const given = /^Bearer ([\w-]+)$/u.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) return { status: 401, reason: 'The token of the address is missing.' };
  return timingSafeEqual(digest(given), digest(token)) ? undefined : { status: 401, reason: 'The token is wrong.' };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
