/**
 * Limit that callers share: on requests, sessions, streams, connections, kept characters or scripts. A caller may take one more while
 * it has no more than is free: one caller gets half, and no number of callers can take all.
 */
export class SharedLimit {
  readonly #total: number;
  /** By caller. An object is counted without a second look-up. */
  readonly #taken = new Map<string, { count: number }>();
  #free: number;

  constructor(total: number) {
    this.#total = total;
    this.#free = total;
  }

  /** The largest `count` that `take` can ever grant to a caller. */
  get largest(): number {
    return Math.floor(this.#total / 2) + 1;
  }

  /** True while nothing is taken. */
  get isUnused(): boolean {
    return this.#free === this.#total;
  }

  /** True while nothing is free for anybody. */
  get isExhausted(): boolean {
    return this.#free === 0;
  }

  /**
   * Returns whether `take` would succeed.
   *
   * @param caller Key of the caller. `undefined` where callers cannot be told apart: only the total counts.
   */
  allows(caller: string | undefined, count = 1): boolean {
    return this.#fits(caller === undefined ? undefined : this.#taken.get(caller), caller, count);
  }

  /** Takes a count for a caller, who has to release it. Returns false, and takes nothing, when that is too much. */
  take(caller: string | undefined, count = 1): boolean {
    const taken = caller === undefined ? undefined : this.#taken.get(caller);
    if (!this.#fits(taken, caller, count)) return false;
    this.#free -= count;
    if (taken !== undefined) taken.count += count;
    else if (caller !== undefined) this.#taken.set(caller, { count });
    return true;
  }

  /** Gives a count back. */
  release(caller: string | undefined, count = 1): void {
    this.#free += count;
    const taken = caller === undefined ? undefined : this.#taken.get(caller);
    if (caller === undefined || taken === undefined) return;
    taken.count -= count;
    if (taken.count === 0) this.#taken.delete(caller);
  }

  /** As if the count were taken one by one. */
  #fits(taken: { readonly count: number } | undefined, caller: string | undefined, count: number): boolean {
    if (count > this.#free) return false;
    return caller === undefined || (taken?.count ?? 0) + 2 * (count - 1) <= this.#free;
  }
}
