import type { Store } from '../api/store.js';

/** Interval in milliseconds between comparisons of the clocks. */
const compareMs = 60_000;

/**
 * Clock of a store, which all processes that share the store see. If the store has no clock, it is the clock of the
 * process.
 *
 * @see docs/decisions/0038-task-times-come-from-the-store.md
 */
export class StoreClock {
  readonly #store: Store;
  /** Time of the store minus `performance.now`, which cannot be set back. */
  #offset: number | undefined;
  #comparedAt = -Infinity;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Requests the time of the store, unless it was requested in the last minute. Call it before {@link now}.
   *
   * @throws StoreError when the store cannot be reached.
   */
  async compare(): Promise<void> {
    if (this.#store.now === undefined || performance.now() - this.#comparedAt < compareMs) return;
    const time = await this.#store.now();
    this.#comparedAt = performance.now();
    this.#offset = time - this.#comparedAt;
  }

  /** Returns the time in milliseconds since 1970. */
  now(): number {
    return this.#offset === undefined ? Date.now() : Math.round(performance.now() + this.#offset);
  }

  /** Returns the time as ISO 8601. */
  text(): string {
    return new Date(this.now()).toISOString();
  }
}

const clocks = new WeakMap<Store, StoreClock>();

/** Returns the clock of a store, which all its users in this process share. */
export function clockOf(store: Store): StoreClock {
  const clock = clocks.get(store) ?? new StoreClock(store);
  clocks.set(store, clock);
  return clock;
}
