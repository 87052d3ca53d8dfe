import type { MountResponse } from '../../core/service/mount.js';
import type { HttpHeaders } from './http-message.js';

/** Headers of metadata responses; any page can read them, because metadata is public. */
const headers: HttpHeaders = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=60' };

/**
 * Creates the response to a request for protected resource metadata.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-3
 */
export function metadataResponse(metadata: string, method: string): MountResponse {
  if (method === 'OPTIONS') {
    const allowed = { 'Access-Control-Allow-Methods': 'GET, HEAD', 'Access-Control-Allow-Headers': '*' };
    return { status: 204, headers: { ...headers, ...allowed, 'Access-Control-Max-Age': '600' } };
  }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { ...headers, Allow: 'GET, HEAD' } };
  // Node and `fetch` send no body in response to HEAD.
  return { status: 200, headers: { ...headers, 'Content-Type': 'application/json' }, body: metadata };
}
