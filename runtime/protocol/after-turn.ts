/** Calls back after a turn of the event loop; with `setImmediate`, before timers and I/O that begin now can be done. */
export function afterTurn(run: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(run);
  else setImmediate(run);
}
