/** Milliseconds of the first wait, and of the longest. */
interface BackOffLimits {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** A stream or connection that lasted so many milliseconds was a success. */
const successMs = 10_000;

/** Waits before attempts to reconnect: each is twice as long as the one before, until an attempt has succeeded. */
export class BackOff {
  readonly #limits: BackOffLimits;
  #nextMs: number;
  #begin = performance.now();

  constructor(limits: BackOffLimits = { firstMs: 300, mostMs: 30_000 }) {
    this.#limits = limits;
    this.#nextMs = limits.firstMs;
  }

  /** Notes the start of an attempt. */
  begin(): void {
    this.#begin = performance.now();
  }

  /** Milliseconds before the next attempt, from the end of the last one. */
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

  /** Notes that an attempt has succeeded. */
  reset(): void {
    this.#nextMs = this.#limits.firstMs;
  }
}
