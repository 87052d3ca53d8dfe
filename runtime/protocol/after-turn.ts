/** Calls back after a turn of the event loop; with `setImmediate`, before timers and I/O that begin now can be done. */
export function afterTurn(run: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(run);
  else setImmediate(run);
}

/** Milliseconds of work after which other requests get a turn. */
const longWorkMs = 10;

/**
 * Lets other requests run after work that took long; `undefined` when it did not.
 *
 * @param startMs When the work began, by `performance.now()`.
 */
export function pauseAfter(startMs: number): Promise<void> | undefined {
  return performance.now() - startMs > longWorkMs ? new Promise<void>(afterTurn) : undefined;
}
