/** Characters of all events that are kept for clients that come back. */
const maximalCharacters = 64 * 1024 * 1024;

/** Bounds what all streams of a server keep together. */
export class EventBudget {
  #free = maximalCharacters;

  /** @returns Whether there was room for so many characters. */
  take(characters: number): boolean {
    if (characters > this.#free) return false;
    this.#free -= characters;
    return true;
  }

  give(characters: number): void {
    this.#free += characters;
  }
}
