import type { Service } from '../service/service.js';
import { type Post } from './post-reply.js';
import { type StreamPool } from './stream-pool.js';
/**
 * Serves a POST of the modern era: one request, which needs nothing but itself. When its connection closes before the
 * answer, the request is cancelled.
 *
 * @returns Resolves when it is answered or cancelled; `undefined` when it is already, or is a subscription that has begun.
 * @throws HttpError when a subscription cannot have a stream.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export declare function serveModern(service: Service, streams: StreamPool, post: Post, message: unknown): Promise<void> | undefined;
