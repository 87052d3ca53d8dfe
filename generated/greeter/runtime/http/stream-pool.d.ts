import { EventBudget } from './event-budget.js';
import { Heart } from './heart.js';
import { HttpError } from './http-error.js';
import type { HttpHeaders, HttpReply } from './http-message.js';
import type { Accepted } from './read-message.js';
import { SseWriter } from './sse-writer.js';
/** Bounds the event streams that are open, and keeps them alive. */
export declare class StreamPool {
    #private;
    readonly heart: Heart;
    readonly events: EventBudget;
    constructor(maxStreams: number, keepAliveMs: number);
    /** Begins to answer with a stream; `undefined` when there are too many. */
    open(reply: HttpReply, headers: HttpHeaders): SseWriter | undefined;
}
/** The refusal of a request that needs a stream: the client takes none, or there are too many. */
export declare function noStream({ stream }: Accepted): HttpError;
