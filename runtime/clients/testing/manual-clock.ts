import type { Clock } from '../../core/service/clock.js';

interface ManualTimer {
  readonly at: number;
  readonly run: () => void;
}

/** Clock that advances only on request. */
export class ManualClock implements Clock {
  readonly #timers = new Set<ManualTimer>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, milliseconds: number): unknown {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as ManualTimer);
  }

  /** Advances the clock, and runs the timers that are due. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = [...this.#timers].filter(({ at }) => at <= this.#now).toSorted((left, right) => left.at - right.at);
    for (const timer of due) if (this.#timers.delete(timer)) timer.run();
  }
}
