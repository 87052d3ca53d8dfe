import { ProtocolError } from '../protocol/protocol-error.js';
import { perService } from '../service/per-service.js';
import type { Service } from '../service/service.js';

/** Maximum number of callers that are remembered. A caller that is forgotten starts afresh. */
const maximalCallers = 10_000;

/** The calls that a caller may still make. */
interface Bucket {
  readonly tokens: number;
  /** Time at which `tokens` was counted, by `performance.now`: the time of day can be set back. */
  readonly at: number;
}

const bucketsOf = perService(() => new Map<string, Bucket>());

/**
 * Counts a call of a caller against the option `callsPerSecond`, which also bounds how many calls may come at once.
 *
 * @throws ProtocolError 429 when there were too many calls. `data.retryAfterMs` says when the next one is allowed.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations
 */
export function limitCalls(service: Service, caller: string): void {
  const { callsPerSecond } = service.options;
  if (callsPerSecond === undefined) return;
  const buckets = bucketsOf(service);
  const now = performance.now();
  const { tokens, at } = buckets.get(caller) ?? { tokens: callsPerSecond, at: now };
  const left = Math.min(callsPerSecond, tokens + ((now - at) / 1000) * callsPerSecond);
  if (left < 1) {
    const retryAfterMs = Math.ceil(((1 - left) / callsPerSecond) * 1000);
    throw new ProtocolError(429, `Too many calls: at most ${callsPerSecond} a second`, { retryAfterMs });
  }
  // Moved to the end: the caller whose last call is longest ago is forgotten first.
  buckets.delete(caller);
  buckets.set(caller, { tokens: left - 1, at: now });
  const [oldest] = buckets.keys();
  if (buckets.size > maximalCallers && oldest !== undefined) buckets.delete(oldest);
}
