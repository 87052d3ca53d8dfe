import { expect } from 'vitest';

/** Processor time in milliseconds. */
export function measure(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Checks that ten times as much input takes about ten times the processor time. Quadratic time would be a hundred times as long.
 *
 * @param count Size of the smaller input; for the larger one quadratic code should take some seconds.
 * @param run Handles an input of some size.
 */
export async function measureGrowth(count: number, run: (count: number) => unknown): Promise<void> {
  await run(count);
  const small = await measureLeast(3, () => run(count));
  const limit = 300 + 30 * small;
  let large = await measureLeast(1, () => run(10 * count));
  // Something else in the process may have taken the time.
  if (large >= limit) large = await measureLeast(1, () => run(10 * count));
  expect(large, `${small} ms for ${count}`).toBeLessThan(limit);
}

/** Least processor time of some runs, in milliseconds. */
async function measureLeast(runs: number, run: () => unknown): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < runs; count += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
