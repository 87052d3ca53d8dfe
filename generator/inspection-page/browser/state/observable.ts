import { useEffect, useReducer } from 'preact/hooks';

/** State that components show. They are drawn again after each change. */
export class Observable {
  readonly #listeners = new Set<() => void>();
  #isScheduled = false;

  /** Calls a function after changes; returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** To be called after each change: many changes at once are shown together. */
  protected changed(): void {
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
  useEffect(() => {
    const ends = states.map((state) => state.subscribe(() => redraw(undefined)));
    return () => ends.forEach((end) => end());
  }, states);
}
