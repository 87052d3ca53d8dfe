import type { Channel } from '../exchange/exchange.js';
import type { AuthInfo, HttpRequestInfo } from '../api/handlers.js';
import type { MessageText } from '../protocol/json-rpc.js';
import type { HttpHeaders, HttpReply, HttpRequest } from './http-message.js';
import type { KeepAliveTarget, KeepAliveTimer } from './keep-alive-timer.js';
import type { Accepted } from './read-message.js';
/** HTTP request that passed the checks of the endpoint, and its reply. */
export interface Post {
    readonly request: HttpRequest;
    readonly reply: HttpReply;
    readonly accepted: Accepted;
    readonly auth: AuthInfo | undefined;
    /** Headers of every answer. */
    readonly headers: HttpHeaders;
}
/** Event stream that a POST can be answered with. */
export interface ReplyStream {
    send(message: MessageText): void;
    /** Ends the stream after the answer. */
    complete(): void;
}
/** What a `PostReply` is created with. */
export interface PostReplyOptions<Stream extends ReplyStream> {
    readonly timer: KeepAliveTimer;
    /** Key of the connection for requests without authentication. */
    readonly peer: string | undefined;
    /** HTTP status of an answer, from its JSON-RPC error code if it is an error. */
    readonly statusOf: (errorCode: number | undefined) => number;
    /** Opens the event stream; returns `undefined` when too many streams are open. */
    readonly open: () => Stream | undefined;
}
/** Answers with JSON, or with status 202 when there is no answer. */
export declare function sendAnswer({ reply, headers }: Post, status: number, answer: MessageText | undefined): void;
/**
 * Answer to a POST. It is plain JSON, unless another message has to be sent first or the answer takes longer than the
 * keep-alive interval: then it is an event stream, if the client accepts one.
 */
export declare class PostReply<Stream extends ReplyStream = ReplyStream> implements Channel, KeepAliveTarget {
    #private;
    readonly http: HttpRequestInfo;
    readonly auth: AuthInfo | undefined;
    readonly peer: string | undefined;
    constructor(post: Post, options: PostReplyOptions<Stream>);
    /** Opens the stream if it is not open yet; `undefined` when the client accepts none or too many are open. */
    openStream(): Stream | undefined;
    /** Opens the stream at the next keep-alive interval, unless the answer was sent by then. */
    keepAlive(): void;
    tick(): void;
    /** Drops the answer: the client is gone. */
    abandon(): void;
    send(message: MessageText): void;
    respond(answer: MessageText | undefined, errorCode?: number): void;
}
/** HTTP status of an answer of the legacy era: 400 for a message that is no valid request. */
export declare function legacyStatusOf(errorCode: number | undefined): number;
