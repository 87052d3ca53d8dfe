import type { AccessControl } from '../../core/api/auth.js';
import type { HttpHeaders, HttpReply, HttpRequest } from './http-message.js';

/** Metadata is for everyone: any page may read it. */
const headers: HttpHeaders = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=60' };

/**
 * Answers a request for protected resource metadata. Returns false for any other request.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-3
 */
export function serveMetadata(access: AccessControl, { method, url }: HttpRequest, reply: HttpReply): boolean {
  const [path = ''] = url.split('?', 1);
  const metadata = access.findMetadata(path);
  if (metadata === undefined) return false;
  if (method === 'OPTIONS') {
    const allowed = { 'Access-Control-Allow-Methods': 'GET, HEAD', 'Access-Control-Allow-Headers': '*' };
    reply.send(204, { ...headers, ...allowed, 'Access-Control-Max-Age': '600' });
  } else if (method === 'GET' || method === 'HEAD') {
    // Node and `fetch` send no body in answer to HEAD.
    reply.send(200, { ...headers, 'Content-Type': 'application/json' }, metadata);
  } else {
    reply.send(405, { ...headers, Allow: 'GET, HEAD' });
  }
  return true;
}
