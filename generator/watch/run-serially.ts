/** Runs a job again and again, never twice at a time. */
export interface SerialRuns {
  /** Asks for a run from now on; while one is under way, for one more after it. */
  request(): void;
  /** Resolves when no run is under way or asked for. */
  whenIdle(): Promise<void>;
  /** No run begins any more. */
  stop(): void;
}

/** @param job Must not throw. */
export function runSerially(job: () => Promise<void>): SerialRuns {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await job();
    }
    running = undefined;
  };
  return {
    request() {
      isWanted = true;
      running ??= run();
    },
    whenIdle: async () => running,
    stop() {
      isWanted = false;
    },
  };
}
