/** Thrown when an overlay exceeds its work budget. */
export class TooMuchWork extends Error {}

/**
 * Counts the work of applying overlays, so that no expression runs without a limit.
 *
 * @see docs/decisions/0007-overlay-queries-have-a-work-budget.md
 */
export class WorkBudget {
  #left: number;

  /** @param steps Maximum number of steps. Each visited value, or 16 characters read, is one step. */
  constructor(steps: number) {
    this.#left = steps;
  }

  /**
   * Spends steps.
   *
   * @throws TooMuchWork
   */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork();
  }

  /**
   * Spends the steps of reading a string.
   *
   * @throws TooMuchWork
   */
  spendText(text: string): void {
    this.spend(1 + text.length / 16);
  }
}
