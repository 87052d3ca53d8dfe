/** Object that the keep-alive timer calls at every interval. */
export interface KeepAliveTarget {
  tick(): void;
}

/**
 * Shared keep-alive timer: one interval for all open streams, sessions and slow replies. It stops when there are no
 * targets, because starting and stopping a timer for each request would cost more than the rest of its processing.
 */
export class KeepAliveTimer {
  readonly #intervalMs: number;
  readonly #targets = new Set<KeepAliveTarget>();
  #interval: ReturnType<typeof setInterval> | undefined;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Starts calling a target. Adding a target twice has no effect. */
  add(target: KeepAliveTarget): void {
    this.#targets.add(target);
    if (this.#interval !== undefined) return;
    this.#interval = setInterval(() => this.#tick(), this.#intervalMs);
    // On Node a timer would keep the process running.
    (this.#interval as { unref?: () => void }).unref?.();
  }

  /** Stops calling a target. */
  delete(target: KeepAliveTarget): void {
    this.#targets.delete(target);
  }

  #tick(): void {
    for (const each of this.#targets) each.tick();
    if (this.#targets.size > 0) return;
    clearInterval(this.#interval);
    this.#interval = undefined;
  }
}
