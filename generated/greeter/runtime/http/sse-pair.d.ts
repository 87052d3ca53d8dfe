import type { Service } from '../service/service.js';
import type { Post } from './post-reply.js';
import { type StreamPool } from './stream-pool.js';
/** The endpoint that opens a stream. */
export declare const streamPath = "/sse";
/** The endpoint that takes messages. */
export declare const messagePath = "/messages";
/**
 * The two endpoints of revision 2024-11-05: one opens a stream for everything that the server says, the other takes what
 * the client says.
 *
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export declare class SsePair {
    #private;
    constructor(service: Service, streams: StreamPool, ordered: boolean);
    /**
     * Opens a stream.
     *
     * @throws HttpError
     */
    open({ reply, headers, accepted, auth }: Post): void;
    /**
     * Takes a message; what there is to answer goes to the stream.
     *
     * @throws HttpError 404 for a stream that is not open.
     */
    receive({ request, reply, headers, auth }: Post, message: unknown): void;
    /** Clients say nothing more that counts. */
    endInput(): void;
    /** Resolves when nothing is being served. */
    whenIdle(): Promise<void>;
    /** Stops what is still running and ends the streams. */
    close(): void;
}
