/** Thrown when an overlay exceeds its work budget. */
export class TooMuchWork extends Error {}

/**
 * Counts the work of applying overlays, so that no expression takes unbounded time.
 *
 * @see docs/decisions/0007-overlay-queries-have-a-work-budget.md
 */
export class WorkBudget {
  #left: number;

  /** @param steps Maximum number of steps; one is a value that is visited, or 16 characters that are read. */
  constructor(steps: number) {
    this.#left = steps;
  }

  /**
   * Counts steps.
   *
   * @throws TooMuchWork
   */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork();
  }

  /**
   * Counts a text that is read.
   *
   * @throws TooMuchWork
   */
  spendText(text: string): void {
    this.spend(1 + text.length / 16);
  }
}
