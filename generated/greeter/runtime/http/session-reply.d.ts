import type { Channel } from '../exchange/exchange.js';
import type { Heart, Waiting } from './heart.js';
import type { HttpSession } from './http-session.js';
import { type Post } from './post-reply.js';
/**
 * Answers a POST of a session: with plain JSON, unless something has to be sent before, or the answer takes so long that
 * the client wants a sign of life. The stream stays when the connection breaks off.
 */
export declare class SessionReply implements Waiting {
    #private;
    readonly channel: Channel;
    /** @param onDone Called when the answer has been sent, or kept for a client that comes back. */
    constructor(session: HttpSession, post: Post, onDone: () => void);
    /** The answer may not be there yet, nor for long. */
    wait(heart: Heart): void;
    /** A connection that closes is no cancellation: nothing has to be heard of it. */
    linger(): void;
    beat(): void;
}
/** Only what is no request at all is a matter of HTTP. */
export declare function statusOf(errorCode: number | undefined): number;
