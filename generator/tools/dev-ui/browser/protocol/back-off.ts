/** First and longest wait, in milliseconds. */
interface BackOffLimits {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Minimum duration of a successful stream or connection, in milliseconds. */
const successMs = 10_000;

/** Exponential back-off: doubles the wait before each attempt to reconnect, until an attempt succeeds. */
export class BackOff {
  readonly #limits: BackOffLimits;
  #nextMs: number;
  #begin = performance.now();

  constructor(limits: BackOffLimits = { firstMs: 300, mostMs: 30_000 }) {
    this.#limits = limits;
    this.#nextMs = limits.firstMs;
  }

  /** Records the start of an attempt. */
  begin(): void {
    this.#begin = performance.now();
  }

  /** Delay between the end of the last attempt and the next attempt, in milliseconds. */
  next(): number {
    if (performance.now() - this.#begin >= successMs) this.reset();
    const delay = this.#nextMs;
    this.#nextMs = Math.min(2 * delay, this.#limits.mostMs);
    return delay;
  }

  /** Waits before the next attempt. */
  wait(): Promise<void> {
    const delay = this.next();
    return new Promise((resolve) => setTimeout(resolve, delay));
  }

  /** Records that an attempt has succeeded. */
  reset(): void {
    this.#nextMs = this.#limits.firstMs;
  }
}
