/**
 * Queue of durable tasks. It contains only ids: the tasks are in the store. A task may be queued several times, and
 * is queued again if its worker dies.
 */
export interface TaskQueue {
  /** Whether the server itself runs tasks of the queue, not only workers. */
  readonly isServed: boolean;
  /** Connects to the queue. Rejects with the reason if it cannot be used; a server then exits. */
  check(): Promise<void>;
  /**
   * Adds a task. Resolves once it is queued.
   *
   * @param delayMs Delay until a worker can take it, in milliseconds.
   * @throws StoreError when the queue cannot be reached.
   */
  add(taskId: string, delayMs?: number): Promise<void>;
  /**
   * Takes tasks from the queue until the reader is stopped.
   *
   * @param run Runs a task. Resolves to the delay in milliseconds until the task must run again; `undefined` if it is
   *   done. Failed tasks run again, too.
   * @param concurrency Maximum number of concurrent tasks.
   */
  work(run: (taskId: string) => Promise<number | undefined>, concurrency: number): Promise<QueueReader>;
  /** Ends the connection to the queue. */
  close(): Promise<void>;
}

/** Takes tasks from a queue. */
export interface QueueReader {
  /** Stops taking tasks. Resolves when running tasks have ended. */
  stop(): Promise<void>;
}
