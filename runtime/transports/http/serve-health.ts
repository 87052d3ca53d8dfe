import type { Mount, MountResponse } from '../../core/service/mount.js';

/** State that `/readyz` reports. */
export interface Readiness {
  /** Whether the process is about to end, so that it should receive no new requests. */
  readonly isStopping: boolean;
  /** Whether the store that the process shares with others is unreachable. */
  readonly isStoreAway: boolean;
}

/**
 * Serves `/healthz` (200: the process is running) and `/readyz` (503: it should receive no new requests). An
 * unreachable store is reported with status 200: all processes share it, so a load balancer that removed them would
 * have none left, although most requests need no store. `Host` is not checked, because load balancers address processes
 * by IP; the responses reveal only this state.
 *
 * @param read Called only for `/readyz`.
 * @see docs/decisions/0043-a-lost-store-leaves-processes-in-the-balancer.md
 */
export function healthMount(read: () => Readiness): Mount {
  return {
    paths: [],
    after: 'nothing',
    find({ method, url }) {
      if ((url !== '/healthz' && url !== '/readyz') || (method !== 'GET' && method !== 'HEAD')) return undefined;
      return () => healthResponse(url === '/readyz' ? read() : { isStopping: false, isStoreAway: false });
    },
  };
}

function healthResponse({ isStopping, isStoreAway }: Readiness): MountResponse {
  const calm = isStoreAway ? { status: 'degraded', store: 'away' } : { status: 'ok' };
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return {
    status: isStopping ? 503 : 200,
    headers: isStopping ? { ...headers, 'Retry-After': '1' } : headers,
    body: `${JSON.stringify(isStopping ? { status: 'stopping' } : calm)}\n`,
  };
}
