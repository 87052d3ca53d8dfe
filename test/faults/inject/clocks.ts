import { onTestFinished, vi } from 'vitest';

export const hourMs = 3_600_000;

/** Clocks other than the time of day, each with the functions that belong to it. */
const clocks = {
  performance: ['performance'],
  setInterval: ['setInterval', 'clearInterval'],
  setTimeout: ['setTimeout', 'clearTimeout'],
} as const;

/** Lets the time of day and other clocks stand still until the test moves them on or is over. */
export function holdClocks(...held: readonly (keyof typeof clocks)[]): void {
  vi.useFakeTimers({ toFake: ['Date', ...held.flatMap((clock) => [...clocks[clock]])] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Sets the time of day forwards, or backwards for a negative step, until the test is over. Timers and monotonic time go on. */
export function stepClock(stepMs: number): void {
  const now = Date.now() + stepMs;
  if (!vi.isFakeTimers()) holdClocks();
  vi.setSystemTime(now);
}
