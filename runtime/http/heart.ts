/** Something that wants to hear of every beat. */
export interface Beating {
  beat(): void;
}

/** An answer that may take long, and mostly does not. */
export interface Waiting extends Beating {
  /** It has not been given in the turn in which it was asked for. */
  linger(): void;
}

/** An answer that is expected in this turn. Nothing is held on to once it was given, which keeps garbage young. */
export interface Expected {
  waiting: Waiting | undefined;
}

/** Beats at an interval for all who listen: one timer, and none while nobody does. */
export class Heart {
  readonly #intervalMs: number;
  readonly #listeners = new Set<Beating>();
  /** Those that came in this turn: to begin and end listening for each would cost more than to answer it. */
  #fresh: Expected[] = [];
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

  /**
   * Adds what is still waiting in the next turn.
   *
   * @returns To be emptied when the answer was given.
   */
  addLater(waiting: Waiting): Expected {
    const expected: Expected = { waiting };
    this.#fresh.push(expected);
    if (this.#fresh.length === 1) setTimeout(() => this.#addFresh());
    return expected;
  }

  delete(listener: Beating): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #addFresh(): void {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const { waiting } of fresh) {
      if (waiting === undefined) continue;
      this.add(waiting);
      waiting.linger();
    }
  }

  #beat(): void {
    for (const listener of this.#listeners) listener.beat();
  }
}
