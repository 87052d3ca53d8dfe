import { useEffect, useReducer } from 'preact/hooks';

/** State that components show. They are drawn again after each change. */
export class Observable {
  readonly #listeners = new Set<() => void>();
  #isScheduled = false;
  #changeCount = 0;

  /** Changes so far. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Calls a function after changes; returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** To be called after each change: many changes at once are shown together. */
  protected changed(): void {
    this.#changeCount += 1;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

/** Draws a component again after each change of the states. */
export function useObserved(...states: readonly Observable[]): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = countChanges(states);
  useEffect(() => {
    // The browser has drawn the component before this: changes since then were not heard.
    if (countChanges(states) !== drawn) redraw(undefined);
    const ends = states.map((state) => state.subscribe(() => redraw(undefined)));
    return () => ends.forEach((end) => end());
  }, states);
}

function countChanges(states: readonly Observable[]): number {
  return states.reduce((sum, { changeCount }) => sum + changeCount, 0);
}
