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

/** Calls a second that a caller may make: the option, else the default of a server with `auth`; `undefined`: no limit. */
function rateOf({ options, access }: Service): number | undefined {
  return options.callsPerSecond ?? access?.callsPerSecond;
}

/**
 * Counts a call of a caller against the option `callsPerSecond`, which also bounds how many calls may come at once.
 *
 * @throws ProtocolError 429 when there were too many calls. `data.retryAfterMs` says when the next one is allowed.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#security-considerations
 */
export function limitCalls(service: Service, caller: string): void {
  const rate = rateOf(service);
  if (rate === undefined) return;
  const buckets = bucketsOf(service);
  const now = performance.now();
  const left = countLeft(buckets.get(caller), rate, now);
  if (left < 1) {
    throw new ProtocolError(429, `Too many calls: at most ${rate} a second`, { retryAfterMs: waitFor(left, rate) });
  }
  // Moved to the end: the caller whose last call is longest ago is forgotten first.
  buckets.delete(caller);
  buckets.set(caller, { tokens: left - 1, at: now });
  const [oldest] = buckets.keys();
  if (buckets.size > maximalCallers && oldest !== undefined) buckets.delete(oldest);
}

/** Milliseconds until a caller may make the next call; 0: at once. Counts nothing. */
export function waitForCall(service: Service, caller: string): number {
  const rate = rateOf(service);
  if (rate === undefined) return 0;
  const left = countLeft(bucketsOf(service).get(caller), rate, performance.now());
  return left < 1 ? waitFor(left, rate) : 0;
}

function countLeft(bucket: Bucket | undefined, rate: number, now: number): number {
  const { tokens, at } = bucket ?? { tokens: rate, at: now };
  return Math.min(rate, tokens + ((now - at) / 1000) * rate);
}

/** Milliseconds until a whole call is left. */
function waitFor(left: number, rate: number): number {
  return Math.ceil(((1 - left) / rate) * 1000);
}
