import { Connection } from '../connection/connection.js';
import type { AuthInfo } from '../api/handlers.js';
import type { Service } from '../service/service.js';
import { type Post } from './post-reply.js';
import type { StreamPool } from './stream-pool.js';
/**
 * Session of the legacy era over HTTP: a connection whose messages arrive in separate requests.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export declare class HttpSession {
    #private;
    readonly id: `${string}-${string}-${string}-${string}-${string}`;
    readonly connection: Connection;
    /** Time of the last use, in milliseconds since 1970. */
    lastUsed: number;
    constructor(service: Service, pool: StreamPool, auth: AuthInfo | undefined, ordered: boolean);
    /** True while no request is served and no stream is connected. */
    get isIdle(): boolean;
    /** Returns whether the caller is the principal that opened the session. */
    belongsTo(auth: AuthInfo | undefined): boolean;
    /**
     * Serves the message of a POST. Resolves when it is answered. A closed connection does not cancel the request: the client
     * can fetch the answer with a new one.
     */
    receive(post: Post, message: unknown): Promise<void>;
    /**
     * Answers a GET with the messages that belong to no request, or with the rest of an interrupted stream.
     *
     * @throws HttpError 400 for an event id of an unknown stream, 503 when too many streams are open.
     * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
     */
    listen(post: Post, lastEventId: string | undefined): void;
    /** Ends the session: cancels its requests and ends its streams. */
    close(): void;
}
