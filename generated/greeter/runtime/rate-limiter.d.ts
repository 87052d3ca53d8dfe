/**
 * Bounds how often each peer may call: so many times a second, and as many at once.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations
 */
export declare class RateLimiter {
    #private;
    constructor(perSecond: number);
    /** @throws ProtocolError 429 when it was too often; `data.retryAfterMs` says when it will do again. */
    take(peer: string): void;
}
