/** Something that wants to hear of every beat. */
export interface Beating {
  beat(): void;
}

/** Beats at an interval for all who listen: one timer, and none while nobody does. */
export class Heart {
  readonly #intervalMs: number;
  readonly #listeners = new Set<Beating>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  add(listener: Beating): void {
    this.#listeners.add(listener);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#beat(), this.#intervalMs);
    // On Node a timer would keep the process.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  delete(listener: Beating): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const listener of this.#listeners) listener.beat();
  }
}
