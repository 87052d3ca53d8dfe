/** Clock for the time limits of tools; tests can replace it. */
export interface Clock {
  /** Returns the milliseconds since an arbitrary time. */
  now(): number;
  /** Schedules a callback and returns its timer. */
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Clock of the platform. Looks up the global functions on each call, because test runners replace them. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
