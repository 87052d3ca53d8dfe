import type { HttpReply, HttpRequest } from './http-message.js';

/**
 * Answers `/healthz` (200: the process serves) and `/readyz` (503: it should get no new requests). Returns false for any other
 * request. Load balancers ask by address, so no `Host` is checked; the answers say nothing else.
 *
 * @param isReady Called for `/readyz` alone.
 */
export function serveHealth({ method, url }: HttpRequest, reply: HttpReply, isReady: () => boolean): boolean {
  if (url !== '/healthz' && url !== '/readyz') return false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const isWell = url === '/healthz' || isReady();
  const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' };
  reply.send(
    isWell ? 200 : 503,
    isWell ? headers : { ...headers, 'Retry-After': '1' },
    isWell ? 'ok\n' : 'not ready\n',
  );
  return true;
}
