import type { Service } from '../service/service.js';
import { type Post } from './post-reply.js';
import type { SessionStore } from './session-store.js';
import type { StreamPool } from './stream-pool.js';
/** What requests of the legacy era are served with. */
export interface LegacyServing {
    readonly service: Service;
    readonly streams: StreamPool;
    /** `undefined`: each request stands alone. */
    readonly sessions: SessionStore | undefined;
    readonly ordered: boolean;
}
/**
 * Serves a POST of the legacy era.
 *
 * @returns Resolves when it is answered, or the client is gone; `undefined` when it is already.
 * @throws HttpError 400 without a session and for a malformed notification, 404 for one that does not exist, 503 when there are too many.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export declare function serveLegacy(serving: LegacyServing, post: Post, message: unknown): Promise<void> | undefined;
/**
 * Answers a GET with a stream of what the server has to say.
 *
 * @throws HttpError
 */
export declare function serveListening(sessions: SessionStore, post: Post): void;
/**
 * Ends a session at the wish of its client.
 *
 * @throws HttpError
 */
export declare function serveDelete(sessions: SessionStore, post: Post): void;
