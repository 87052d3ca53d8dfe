import type { Service } from '../service/service.js';
import { type Post } from './post-reply.js';
import { type StreamPool } from './stream-pool.js';
/**
 * Serves a POST of the modern era: one request that stands alone. Closing the connection cancels the request. Resolves when
 * the request is answered or cancelled, or when a subscription has begun.
 *
 * @throws HttpError 406 or 503 when a subscription cannot have a stream.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export declare function serveModern(service: Service, streams: StreamPool, post: Post, message: unknown): Promise<void>;
