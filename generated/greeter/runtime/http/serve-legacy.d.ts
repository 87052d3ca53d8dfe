import type { Service } from '../service/service.js';
import { type Post } from './post-reply.js';
import type { SessionStore } from './session-store.js';
import { type StreamPool } from './stream-pool.js';
/** What serves requests of the legacy era. */
export interface LegacyServing {
    readonly service: Service;
    readonly streams: StreamPool;
    /** `undefined` when sessions are turned off: each request stands alone. */
    readonly sessions: SessionStore | undefined;
    readonly ordered: boolean;
}
/**
 * Serves a POST of the legacy era. Resolves when it is answered.
 *
 * @throws HttpError 400 without a session id and for a malformed notification, 404 for an unknown session, 503 when there
 *   are too many sessions.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export declare function serveLegacy(serving: LegacyServing, post: Post, message: unknown): Promise<void>;
/**
 * Answers a GET with a stream of the server's messages.
 *
 * @throws HttpError 406 for a client that accepts no stream; those of `findSession` and `listen`.
 */
export declare function serveListening(sessions: SessionStore, post: Post): void;
/** Answers a DELETE: closes the session. */
export declare function serveDelete(sessions: SessionStore, post: Post): void;
