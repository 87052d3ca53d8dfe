import type { Channel, ExchangeOwner } from '../exchange/exchange.js';
import type { AuthInfo, HttpRequestInfo } from '../api/handlers.js';
import type { MessageText } from '../protocol/json-rpc.js';
import { type HttpHeaders, type HttpReply, type HttpRequest } from './http-message.js';
import type { Waiting } from './heart.js';
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
/** The headers of an answer in JSON. */
export declare function jsonHeaders(headers: HttpHeaders): HttpHeaders;
/** Answers with plain JSON, or with 202 when there is nothing to say. */
export declare function sendAnswer({ reply, headers }: Post, status: number, answer: MessageText | undefined): void;
/**
 * Answers a POST whose stream ends with the connection: with plain JSON, unless something has to be sent before, or the
 * answer takes so long that the client wants a sign of life.
 */
export declare class PostReply implements Channel, ExchangeOwner, Waiting {
    #private;
    constructor(post: Post, streams: StreamPool, statusOf: StatusOf);
    get http(): HttpRequestInfo;
    get auth(): AuthInfo | undefined;
    get peer(): string | undefined;
    /** The client has gone; known of a reply that lingers. */
    get isGone(): boolean;
    /** Resolves when the exchange that it belongs to is closed; to be asked for once, before that. */
    get ended(): Promise<void>;
    forget(): void;
    /**
     * The answer is not there yet, and may not be for long.
     *
     * @param onGone Called when the client goes away before it is, or has gone already.
     */
    wait(onGone: () => void): void;
    linger(): void;
    beat(): void;
    /** There is nobody to answer, or no need any more. */
    abandon(): void;
    /** @returns Whether there is a stream; there is none for clients that take none, nor when there are too many. */
    openStream(): boolean;
    send(message: MessageText): void;
    respond(answer: MessageText | undefined, errorCode?: number): void;
}
