import { EventBudget } from './event-budget.js';
import { Heart } from './heart.js';
import { HttpError } from './http-error.js';
import { SseWriter } from './sse-writer.js';
/** Headers of an event stream; the last one keeps proxies from holding events back. */
const streamHeaders = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
};
/** Bounds the event streams that are open, and keeps them alive. */
export class StreamPool {
    heart;
    events = new EventBudget();
    #free;
    constructor(maxStreams, keepAliveMs) {
        this.#free = maxStreams;
        this.heart = new Heart(keepAliveMs);
    }
    /** Begins to answer with a stream; `undefined` when there are too many. */
    open(reply, headers) {
        if (this.#free === 0)
            return undefined;
        const writer = new SseWriter(reply.openStream({ ...headers, ...streamHeaders }), () => {
            this.#free += 1;
            this.heart.delete(writer);
        });
        this.#free -= 1;
        this.heart.add(writer);
        reply.onDisconnect(() => writer.close());
        return writer;
    }
}
/** The refusal of a request that needs a stream: the client takes none, or there are too many. */
export function noStream({ stream }) {
    if (!stream)
        return new HttpError(406, 'Not Acceptable: the answer is an event stream');
    return new HttpError(503, 'Service Unavailable: too many streams are open', { 'Retry-After': '10' });
}
