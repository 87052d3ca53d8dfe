import { onTestFinished, vi } from 'vitest';

export const hourMs = 3_600_000;

/** Sets the time of day forwards, or backwards for a negative step, until the test is over. Timers and monotonic time go on. */
export function stepClock(stepMs: number): void {
  const now = Date.now() + stepMs;
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  }
  vi.setSystemTime(now);
}
