/** Retry interval, in milliseconds. */
const retryMs = 1000;

/**
 * Repeats work on a store until it succeeds.
 *
 * @param isOver Whether to stop retrying, because the work is no longer needed.
 * @returns `undefined` if the attempts ended before one succeeded.
 */
export async function persist<Result>(
  work: () => Promise<Result>,
  isOver: () => boolean = () => false,
): Promise<Result | undefined> {
  while (!isOver()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await work();
    } catch {
      await new Promise<void>((resolve) => {
        const timer: unknown = setTimeout(resolve, retryMs);
        // On Node, the timer would keep the process alive.
        (timer as { unref?: () => void }).unref?.();
      });
    }
  }
  return undefined;
}
