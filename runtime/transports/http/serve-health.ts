import type { Mount, MountResponse } from '../../core/service/mount.js';

/** Answer of `/readyz`. */
export interface Readiness {
  /** It should get no new requests: it is about to end. */
  readonly isStopping: boolean;
  /** The store that it shares with other processes cannot be reached. */
  readonly isStoreAway: boolean;
}

/**
 * Answers `/healthz` (200: the process serves) and `/readyz` (503: it should get no new requests). A store that is away is reported
 * with status 200: all processes share it, so a load balancer that took them out would have none left, although most requests need no
 * store. Load balancers ask by address, so no `Host` is checked; the answers say nothing else.
 *
 * @param read Called for `/readyz` alone.
 * @see docs/decisions/0043-a-lost-store-leaves-processes-in-the-balancer.md
 */
export function healthMount(read: () => Readiness): Mount {
  return {
    paths: [],
    after: 'nothing',
    find({ method, url }) {
      if ((url !== '/healthz' && url !== '/readyz') || (method !== 'GET' && method !== 'HEAD')) return undefined;
      return () => answerHealth(url === '/readyz' ? read() : { isStopping: false, isStoreAway: false });
    },
  };
}

function answerHealth({ isStopping, isStoreAway }: Readiness): MountResponse {
  const calm = isStoreAway ? { status: 'degraded', store: 'away' } : { status: 'ok' };
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return {
    status: isStopping ? 503 : 200,
    headers: isStopping ? { ...headers, 'Retry-After': '1' } : headers,
    body: `${JSON.stringify(isStopping ? { status: 'stopping' } : calm)}\n`,
  };
}
