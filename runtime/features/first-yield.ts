/** Whether a value is a generator, or anything else that is an iterator and iterable at once. */
export function isGenerator(value: unknown): value is Iterator<unknown> | AsyncIterator<unknown> {
  if (typeof value !== 'object' || value === null || !('next' in value) || typeof value.next !== 'function')
    return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

/**
 * The first value that a generator yields; the generator is closed after that, without waiting for it.
 *
 * @returns `undefined` when it yields nothing, else the value in a box.
 */
export async function takeFirstYield(
  generator: Iterator<unknown> | AsyncIterator<unknown>,
): Promise<{ readonly value: unknown } | undefined> {
  const step = await generator.next();
  if (step.done === true) return undefined;
  const value = await step.value;
  close(generator);
  return { value };
}

function close(generator: Iterator<unknown> | AsyncIterator<unknown>): void {
  // The answer is there: whatever goes wrong in a `finally` block can no longer change it.
  const ignore = (): void => {};
  try {
    Promise.resolve(generator.return?.()).catch(ignore);
  } catch {
    ignore();
  }
}
