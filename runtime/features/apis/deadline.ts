/** Time limit of a call, combined with an abort signal. */
export interface Deadline {
  /** Aborted after the time limit, or when the outer signal is aborted. */
  readonly signal: AbortSignal;
  /** Returns whether the time limit has passed. */
  readonly isOver: () => boolean;
  /** Returns the remaining time in milliseconds. */
  readonly remaining: () => number;
  /** Waits for a promise. Rejects with the signal's reason if the signal is aborted first. */
  limit<Value>(work: Promise<Value>): Promise<Value>;
  /** Stops the timer and removes the listener of the outer signal. */
  stop(): void;
}

/** Starts a time limit. */
export function startDeadline(milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = performance.now() + milliseconds;
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(new Error(`No response within ${milliseconds} ms`));
  }, milliseconds);
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    remaining: () => end - performance.now(),
    limit: (work) =>
      new Promise((resolve, reject) => {
        const stop = (): void => reject(controller.signal.reason as Error);
        if (controller.signal.aborted) stop();
        else controller.signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, reject);
      }),
    stop: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
