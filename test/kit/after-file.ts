const closers: (() => unknown)[] = [];

/**
 * Closes something when the test file that runs now is over. Modules that several test files import use it instead of `afterAll`, which
 * holds for the file that loads them first.
 */
export function afterFile(close: () => unknown): void {
  closers.push(close);
}

/** Closes what the file has left, the latest first. */
export async function closeServices(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}
