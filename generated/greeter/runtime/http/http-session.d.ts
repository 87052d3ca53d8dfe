import { Connection } from '../connection/connection.js';
import type { AuthInfo } from '../api/handlers.js';
import type { Service } from '../service/service.js';
import { EventStream } from './event-stream.js';
import type { Post } from './post-reply.js';
import { type StreamPool } from './stream-pool.js';
/**
 * A client of a legacy revision over HTTP: a connection whose messages travel on many requests.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export declare class HttpSession {
    #private;
    readonly id: `${string}-${string}-${string}-${string}-${string}`;
    readonly connection: Connection;
    /** When it was last used, in milliseconds since 1970. */
    lastUsed: number;
    constructor(service: Service, pool: StreamPool, auth: AuthInfo | undefined, ordered: boolean);
    /** Nothing is being served and nobody is connected. */
    get isIdle(): boolean;
    /** Whether somebody may use it: nobody but who opened it. */
    belongsTo(auth: AuthInfo | undefined): boolean;
    /**
     * Takes the message of a POST. A connection that closes is no cancellation.
     *
     * @returns Resolves when it is answered, also when nobody is there any more to hear it.
     */
    receive(post: Post, message: unknown): Promise<void>;
    /**
     * Answers a GET: with the messages that belong to no request, or with the rest of a stream that broke off.
     *
     * @throws HttpError 400 for an event id of no stream that is kept; 503 when too many streams are open.
     * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
     */
    listen(post: Post, lastEventId: string | undefined): void;
    /** Begins a stream for what belongs to a request; `undefined` when its client takes none, or too many are open. */
    openStream({ reply, headers, accepted }: Post): EventStream | undefined;
    /** Ends the session: what runs is stopped, streams end. */
    close(): void;
}
