import type { HttpReply, HttpRequest } from './http-message.js';

/** Answer of `/readyz`. */
export interface Readiness {
  /** It should get no new requests: it is about to end. */
  readonly isStopping: boolean;
  /** The store that it shares with other processes cannot be reached. */
  readonly isStoreAway: boolean;
}

/**
 * Answers `/healthz` (200: the process serves) and `/readyz` (503: it should get no new requests). Returns false for any other
 * request. A store that is away is reported with status 200: all processes share it, so a load balancer that took them out would have
 * none left, although most requests need no store. Load balancers ask by address, so no `Host` is checked; the answers say nothing
 * else.
 *
 * @param read Called for `/readyz` alone.
 */
export function serveHealth({ method, url }: HttpRequest, reply: HttpReply, read: () => Readiness): boolean {
  if (url !== '/healthz' && url !== '/readyz') return false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { isStopping, isStoreAway } = url === '/readyz' ? read() : { isStopping: false, isStoreAway: false };
  const calm = isStoreAway ? { status: 'degraded', store: 'away' } : { status: 'ok' };
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  reply.send(
    isStopping ? 503 : 200,
    isStopping ? { ...headers, 'Retry-After': '1' } : headers,
    `${JSON.stringify(isStopping ? { status: 'stopping' } : calm)}\n`,
  );
  return true;
}
