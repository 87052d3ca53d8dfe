/**
 * Limit that callers share: on requests, sessions, streams, connections, buffered characters or scripts. A caller can
 * take another unit while it holds at most as many units as are free: a single caller gets half, and no number of
 * callers can take all.
 */
export class SharedLimit {
  readonly #total: number;
  /** Counts by caller, in objects that save a second lookup. */
  readonly #taken = new Map<string, { count: number }>();
  #free: number;

  constructor(total: number) {
    this.#total = total;
    this.#free = total;
  }

  /** Largest `count` that `take` can grant to a caller. */
  get largest(): number {
    return Math.floor(this.#total / 2) + 1;
  }

  /** Whether nothing is taken. */
  get isUnused(): boolean {
    return this.#free === this.#total;
  }

  /** Whether nothing is free. */
  get isExhausted(): boolean {
    return this.#free === 0;
  }

  /**
   * Whether `take` would succeed.
   *
   * @param caller Key of the caller. `undefined` if callers cannot be distinguished: only the total counts.
   */
  allows(caller: string | undefined, count = 1): boolean {
    return this.#fits(caller === undefined ? undefined : this.#taken.get(caller), caller, count);
  }

  /**
   * Takes a count for a caller, which must release it. Takes nothing and returns `false` if the count would exceed the
   * limit.
   */
  take(caller: string | undefined, count = 1): boolean {
    const taken = caller === undefined ? undefined : this.#taken.get(caller);
    if (!this.#fits(taken, caller, count)) return false;
    this.#free -= count;
    if (taken !== undefined) taken.count += count;
    else if (caller !== undefined) this.#taken.set(caller, { count });
    return true;
  }

  /** Releases a count. */
  release(caller: string | undefined, count = 1): void {
    this.#free += count;
    const taken = caller === undefined ? undefined : this.#taken.get(caller);
    if (caller === undefined || taken === undefined) return;
    taken.count -= count;
    if (taken.count === 0) this.#taken.delete(caller);
  }

  /** Checks the count as if its units were taken one by one. */
  #fits(taken: { readonly count: number } | undefined, caller: string | undefined, count: number): boolean {
    if (count > this.#free) return false;
    return caller === undefined || (taken?.count ?? 0) + 2 * (count - 1) <= this.#free;
  }
}
