/** Timeout of a network step. */
interface TimeLimit {
  /** Aborted when the timeout expires or the outer signal is aborted. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Ends the step, which may still have an open connection. */
  readonly stop: () => void;
}

/**
 * Starts a timeout with a single controller and a referenced timer. On Node 20, a signal of `AbortSignal.any` loses its
 * timeout on garbage collection, so the step would never end.
 *
 * @param outer Interrupts the step.
 */
export function startTimeLimit(milliseconds: number, outer: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, milliseconds);
  const interrupt = (): void => controller.abort(outer.reason);
  if (outer.aborted) interrupt();
  outer.addEventListener('abort', interrupt, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    stop() {
      clearTimeout(timer);
      outer.removeEventListener('abort', interrupt);
      controller.abort();
    },
  };
}
