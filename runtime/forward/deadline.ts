/** The time that a call may take, and what else ends it. */
export interface Deadline {
  /** Aborted when time is up or the outer signal is aborted. */
  readonly signal: AbortSignal;
  /** Time is up. */
  readonly isOver: () => boolean;
  /** Milliseconds left. */
  readonly remaining: () => number;
  /** Lets go of the timer and the outer signal. */
  stop(): void;
}

/** @param milliseconds From now on. */
export function startDeadline(milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = performance.now() + milliseconds;
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new Error(`No answer within ${milliseconds} ms`));
  }, milliseconds);
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    remaining: () => end - performance.now(),
    stop: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
