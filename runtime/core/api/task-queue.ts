/**
 * Queue of durable tasks to run. It holds ids only: the tasks are in the store. A task may be queued several times, and
 * is queued again if its worker dies.
 */
export interface TaskQueue {
  /** Whether the server runs tasks of the queue itself. `false`: only workers do. */
  readonly isServed: boolean;
  /** Connects to the queue. Rejects with the reason if it cannot be used; a server then exits. */
  check(): Promise<void>;
  /**
   * Adds a task. Resolves once it is queued.
   *
   * @param delayMs Milliseconds until a worker may take it.
   * @throws StoreError when the queue cannot be reached.
   */
  add(taskId: string, delayMs?: number): Promise<void>;
  /**
   * Takes tasks until it is stopped.
   *
   * @param run Runs a task. Resolves to the delay in milliseconds until the task must run again; `undefined` if it must
   *   not. Failed tasks run again, too.
   * @param concurrency Maximum number of tasks at a time.
   */
  work(run: (taskId: string) => Promise<number | undefined>, concurrency: number): Promise<QueueReader>;
  /** Ends the connection to the queue. */
  close(): Promise<void>;
}

/** Takes tasks from a queue. */
export interface QueueReader {
  /** Stops taking tasks. Resolves when running ones have ended. */
  stop(): Promise<void>;
}
