/** Thrown if work exceeds its time limit. */
export class TimeLimitError extends Error {}

/**
 * Waits for work, up to a time limit.
 *
 * @throws TimeLimitError with `message` if the time limit is exceeded.
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
