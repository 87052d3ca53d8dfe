/**
 * Calls a function after a turn of the event loop; with `setImmediate`, the call comes before timers and I/O that start now can complete.
 */
export function afterTurn(run: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(run);
  else setImmediate(run);
}

/** Working time after which other requests get to run, in milliseconds. */
const longWorkMs = 10;

/**
 * Yields to other requests if much time has passed since the start of the work or the last pause; otherwise returns
 * `undefined`.
 */
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
