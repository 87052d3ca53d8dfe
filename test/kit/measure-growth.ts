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
 * @param count Size of the smaller input; the larger one should take quadratic code some seconds.
 * @param run Handles an input of some size.
 */
export function measureGrowth(count: number, run: (count: number) => unknown): void {
  run(count);
  const small = Math.min(...[1, 2, 3].map(() => measure(() => run(count))));
  const large = Math.min(...[1, 2].map(() => measure(() => run(10 * count))));
  expect(large, `${small} ms for ${count}`).toBeLessThan(50 + 30 * small);
}
