/** Calls back after a turn of the event loop; with `setImmediate`, before timers and I/O that start now can complete. */
export function afterTurn(run: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(run);
  else setImmediate(run);
}

/** Milliseconds of work after which other requests run. */
const longWorkMs = 10;

/** Yields to other requests if work has run for long since its start or the last pause; `undefined` otherwise. */
export type Pause = () => Promise<void> | undefined;

/** Starts work that yields to other requests. */
export function startWork(): Pause {
  let start = performance.now();
  return () => {
    if (performance.now() - start <= longWorkMs) return undefined;
    return new Promise<void>(afterTurn).then(() => {
      start = performance.now();
    });
  };
}
