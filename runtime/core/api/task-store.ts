/** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/**
 * A task in a store: plain data.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#tasks
 */
export interface TaskRecord {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string | undefined;
  /** The last progress that the handler reported. */
  readonly progress?: { readonly progress: number; readonly total?: number | undefined } | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly lastUpdatedAt: string;
  /** Minimum lifetime in the store, in milliseconds from `createdAt`. */
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** The principal that owns the task; `undefined` without authentication. */
  readonly principal?: string | undefined;
  /** JSON text of the member that corresponds to the status: `"result":{…}`, `"error":{…}` or `"inputRequests":{…}`. */
  readonly detail?: string | undefined;
}

/**
 * Store of tasks. The handler of a task stays in the process that started it; the store has its state. A
 * `ProtocolError` of the store is sent to the client; other errors are reported to the operator only.
 */
export interface TaskStore {
  /**
   * Adds a new task, which {@link TaskStore.read} finds once this resolves.
   *
   * @throws ProtocolError when there is no room.
   */
  add(task: TaskRecord): Promise<void>;
  /** Returns the task with an id; `undefined` if it does not exist or has expired. */
  read(taskId: string): Promise<TaskRecord | undefined>;
  /**
   * Replaces a task. A task that has expired stays deleted.
   *
   * @throws ProtocolError when there is no room.
   */
  replace(task: TaskRecord): Promise<void>;
}
