import { EventBudget } from './event-stream.js';
import { HttpError } from './http-error.js';
import { KeepAliveTimer } from './keep-alive-timer.js';
import { PostReply, type Post, type PostReplyOptions, type ReplyStream } from './post-reply.js';
import { SseWriter } from './sse-writer.js';
/** All open event streams of an endpoint: limits their number and keeps them alive. */
export declare class StreamPool {
    #private;
    readonly timer: KeepAliveTimer;
    readonly events: EventBudget;
    constructor(maxStreams: number, keepAliveMs: number);
    /** Starts to answer with a stream; returns `undefined` when too many are open. */
    open({ reply, headers }: Post): SseWriter | undefined;
    /** Creates the answer to a POST. Its stream ends with the connection, and the answer is dropped when the client is gone. */
    reply(post: Post, statusOf: PostReplyOptions<ReplyStream>['statusOf']): PostReply;
    /**
     * Starts to answer a request that has to be answered with a stream.
     *
     * @throws HttpError 406 for a client that accepts no stream, 503 when too many are open.
     */
    require(post: Post): SseWriter;
}
/** Error for a request whose answer has to be a stream and cannot be one. */
export declare function noStream({ accepted }: Post): HttpError;
