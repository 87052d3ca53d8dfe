/** Thrown when work took longer than it may. */
export class TimeLimitError extends Error {}

/**
 * Waits for work, but no longer than some time.
 *
 * @throws TimeLimitError with the message when the time is up.
 */
export async function waitWithin<Value>(
  milliseconds: number,
  work: Value | Promise<Value>,
  message: string,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(message)), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
