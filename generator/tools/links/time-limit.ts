/** Time limit of a network step. */
interface TimeLimit {
  /** Aborted when the time is over, or together with the outer signal. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Ends the step, in which a connection may still be open. */
  readonly stop: () => void;
}

/**
 * Starts a timeout with one controller and a referenced timer: on Node 20 a signal of `AbortSignal.any` loses its timeout on
 * garbage collection, and the step never ends.
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
