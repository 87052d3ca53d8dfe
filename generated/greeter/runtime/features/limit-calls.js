import { ProtocolError } from '../protocol/protocol-error.js';
/** Peers that are remembered; of those that are forgotten nothing is held against them. */
const maximalPeers = 10_000;
/**
 * Bounds how often each peer may call: so many times a second, and as many at once.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations
 */
class RateLimiter {
    #perSecond;
    #buckets = new Map();
    constructor(perSecond) {
        this.#perSecond = perSecond;
    }
    /** @throws ProtocolError 429 when it was too often; `data.retryAfterMs` says when it will do again. */
    take(peer) {
        const now = Date.now();
        const { tokens, at } = this.#buckets.get(peer) ?? { tokens: this.#perSecond, at: now };
        const left = Math.min(this.#perSecond, tokens + ((now - at) / 1000) * this.#perSecond);
        if (left < 1) {
            const retryAfterMs = Math.ceil(((1 - left) / this.#perSecond) * 1000);
            throw new ProtocolError(429, `Too many calls: at most ${this.#perSecond} a second`, { retryAfterMs });
        }
        // Behind all others: the one that has not called for longest is the first to be forgotten.
        this.#buckets.delete(peer);
        this.#buckets.set(peer, { tokens: left - 1, at: now });
        const [oldest] = this.#buckets.keys();
        if (this.#buckets.size > maximalPeers && oldest !== undefined)
            this.#buckets.delete(oldest);
    }
}
const limiters = new WeakMap();
/**
 * Counts a call of a peer, if the service bounds them.
 *
 * @throws ProtocolError 429 when it was too often.
 */
export function limitCalls(service, peer) {
    const { callsPerSecond } = service;
    if (callsPerSecond === undefined)
        return;
    const limiter = limiters.get(service) ?? new RateLimiter(callsPerSecond);
    limiters.set(service, limiter);
    limiter.take(peer);
}
