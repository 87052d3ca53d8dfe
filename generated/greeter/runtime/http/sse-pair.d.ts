import type { Service } from '../service/service.js';
import type { Post } from './post-reply.js';
import type { StreamPool } from './stream-pool.js';
/** Path of the endpoint that opens a stream. */
export declare const streamPath = "/sse";
/** Path of the endpoint that receives messages. */
export declare const messagePath = "/messages";
/**
 * The two endpoints of revision 2024-11-05: a GET opens an event stream with all messages of the server, and POSTs carry
 * the messages of the client.
 *
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export declare class SsePair {
    #private;
    constructor(service: Service, streams: StreamPool, ordered: boolean);
    /**
     * Answers a GET with a new stream.
     *
     * @throws HttpError 406 for a client that accepts no stream, 503 when too many are open.
     */
    open(post: Post): void;
    /**
     * Serves the message of a POST; the answer is sent on the stream.
     *
     * @throws HttpError 404 when the stream is not open or belongs to another principal.
     */
    receive({ request, reply, headers, auth }: Post, message: unknown): void;
    /** Ends the input of all connections: their clients' answers are no longer waited for. */
    endInput(): void;
    /** Resolves when all requests are answered. */
    whenIdle(): Promise<void>;
    /** Cancels running requests and ends the streams. */
    close(): void;
}
