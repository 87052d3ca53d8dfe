/** Something that wants to hear of every beat. */
export interface Beating {
  /** It has been there for a moment. Most of what is waited for does not come to that. */
  linger?(): void;
  beat(): void;
}

/** Beats at an interval for all who listen: one timer, and none while nobody does. */
export class Heart {
  readonly #intervalMs: number;
  /** Those that came in this moment: a timer for each would cost more than to answer them. */
  readonly #fresh = new Set<Beating>();
  readonly #listeners = new Set<Beating>();
  #isAdmitting = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  add(listener: Beating): void {
    this.#fresh.add(listener);
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    setTimeout(() => this.#admit());
  }

  #admit(): void {
    this.#isAdmitting = false;
    const fresh = [...this.#fresh];
    this.#fresh.clear();
    for (const listener of fresh) {
      this.#listeners.add(listener);
      listener.linger?.();
    }
    if (this.#timer !== undefined || this.#listeners.size === 0) return;
    this.#timer = setInterval(() => this.#beat(), this.#intervalMs);
    // On Node a timer would keep the process.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  delete(listener: Beating): void {
    if (this.#fresh.delete(listener) || !this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const listener of this.#listeners) listener.beat();
  }
}
