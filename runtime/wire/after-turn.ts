/** Calls back after a turn of the event loop; with `setImmediate`, before timers and I/O that begin now can be done. */
export function afterTurn(run: () => void): void {
  const { setImmediate } = globalThis as { readonly setImmediate?: (run: () => void) => unknown };
  if (setImmediate === undefined) setTimeout(run);
  else setImmediate(run);
}

/** Milliseconds of work after which other requests get a turn. */
const longWorkMs = 10;

/** Lets other requests run when work has taken long since it began or was last interrupted; `undefined` when it has not. */
export type Pause = () => Promise<void> | undefined;

/** Begins work that other requests are not to wait for. */
export function startWork(): Pause {
  let start = performance.now();
  return () => {
    if (performance.now() - start <= longWorkMs) return undefined;
    return new Promise<void>(afterTurn).then(() => {
      start = performance.now();
    });
  };
}
