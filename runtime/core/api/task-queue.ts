/**
 * Queue of durable tasks that are to be run. It holds ids only: the tasks are in the store. A task may be in the queue several
 * times, and a task whose worker is dead comes again.
 */
export interface TaskQueue {
  /** The server takes tasks from the queue, too. `false`: only workers do. */
  readonly isServed: boolean;
  /** Connects to the queue. Rejects with the reason when it cannot be used; a server then ends. */
  check(): Promise<void>;
  /**
   * Adds a task. The queue keeps it when this resolves.
   *
   * @param delayMs Milliseconds until a worker may take it.
   * @throws StoreError when the queue cannot be reached.
   */
  add(taskId: string, delayMs?: number): Promise<void>;
  /**
   * Takes tasks until it is stopped.
   *
   * @param run Runs a task. It resolves to the milliseconds after which the task has to come again; `undefined`: it need not. After
   *   an error it comes again, too.
   * @param concurrency Maximum number of tasks at a time.
   */
  work(run: (taskId: string) => Promise<number | undefined>, concurrency: number): Promise<QueueReader>;
  /** Ends the connection to the queue. */
  close(): Promise<void>;
}

/** Takes tasks from a queue. */
export interface QueueReader {
  /** Takes no more tasks. Resolves when those that were taken are over. */
  stop(): Promise<void>;
}
