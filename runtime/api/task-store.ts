/** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/**
 * A task as it is kept: plain data, so that a store can be anywhere.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#tasks
 */
export interface TaskRecord {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly lastUpdatedAt: string;
  /** Milliseconds from `createdAt` after which the store forgets the task; never earlier. */
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** Who alone may know of it; `undefined` where senders are not authenticated. */
  readonly principal?: string | undefined;
  /** JSON text of the member that belongs to the status: `"result":{…}`, `"error":{…}` or `"inputRequests":{…}`. */
  readonly detail?: string | undefined;
}

/**
 * Where tasks are kept. What runs stays in the process that began it; what is known of it is here. Clients are told of a
 * `ProtocolError` that a store throws; of any other error only the operator is.
 */
export interface TaskStore {
  /**
   * Keeps a new task: {@link TaskStore.read} finds it as soon as this resolves.
   *
   * @throws ProtocolError when there is no room.
   */
  add(task: TaskRecord): Promise<void>;
  /** The task with an id; `undefined` when there is none, or its time is up. */
  read(taskId: string): Promise<TaskRecord | undefined>;
  /**
   * Puts a task in the place of what it was before. One that the store has forgotten stays forgotten.
   *
   * @throws ProtocolError when there is no room.
   */
  replace(task: TaskRecord): Promise<void>;
}
