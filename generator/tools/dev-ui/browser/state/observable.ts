import { useEffect, useReducer } from 'preact/hooks';

/** State that components show. They rerender after each change. */
export class Observable {
  readonly #listeners = new Set<() => void>();
  #isScheduled = false;
  #changeCount = 0;

  /** Number of changes. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** Calls a function after changes; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Call this after each change; simultaneous changes are rendered together. */
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

/** Rerenders a component after each change of the states. */
export function useObserved(...states: readonly Observable[]): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = countChanges(states);
  useEffect(() => {
    // Changes between the first render and this effect were not observed.
    if (countChanges(states) !== drawn) redraw(undefined);
    const ends = states.map((state) => state.subscribe(() => redraw(undefined)));
    return () => ends.forEach((end) => end());
  }, states);
}

function countChanges(states: readonly Observable[]): number {
  return states.reduce((sum, { changeCount }) => sum + changeCount, 0);
}
