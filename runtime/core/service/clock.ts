/** Source of time for the time limits of tools. A test may replace it. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Calls back once. Returns the timer. */
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Clock of the platform. It reads the global functions when it is called: test runners replace them. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
