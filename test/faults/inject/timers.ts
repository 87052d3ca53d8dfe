import { onTestFinished } from 'vitest';

/** Bends the delay of every timer that is started from now on, until the test is over: timers fire too early or too late. */
export function bendTimers(bend: (delayMs: number) => number): void {
  const { setTimeout, setInterval } = globalThis;
  const bent =
    (start: typeof setTimeout) =>
    (run: () => void, delayMs = 0): unknown =>
      start(run, bend(delayMs));
  globalThis.setTimeout = bent(setTimeout) as unknown as typeof setTimeout;
  globalThis.setInterval = bent(setInterval as unknown as typeof setTimeout) as unknown as typeof setInterval;
  onTestFinished(() => void Object.assign(globalThis, { setTimeout, setInterval }));
}
