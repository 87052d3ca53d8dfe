import type { Channel } from '../exchange.js';
import type { AuthInfo } from '../handlers.js';
import type { MessageText } from '../json-rpc.js';
import type { HttpHeaders, HttpReply, HttpRequest } from './http-message.js';
import type { Accepted } from './read-message.js';
import type { StreamPool } from './stream-pool.js';
/** A request that passed the guards, and what it is answered with. */
export interface Post {
    readonly request: HttpRequest;
    readonly reply: HttpReply;
    readonly accepted: Accepted;
    readonly auth: AuthInfo | undefined;
    /** Headers of every answer. */
    readonly headers: HttpHeaders;
}
/** The status of an answer: from the code of the error, if it is one. */
export type StatusOf = (errorCode: number | undefined) => number;
/** Answers with plain JSON, or with 202 when there is nothing to say. */
export declare function sendAnswer({ reply, headers }: Post, status: number, answer: MessageText | undefined): void;
/**
 * Answers a POST whose stream ends with the connection: with plain JSON, unless something has to be sent before, or the
 * answer takes so long that the client wants a sign of life.
 */
export declare class PostReply {
    #private;
    readonly channel: Channel;
    constructor(post: Post, streams: StreamPool, statusOf: StatusOf);
    /** The answer is not there yet, and may not be for long. */
    wait(): void;
    beat(): void;
    /** The client is gone. */
    abandon(): void;
    /** @returns Whether there is a stream; there is none for clients that take none, nor when there are too many. */
    openStream(): boolean;
}
