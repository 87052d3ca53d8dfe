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
  /** Milliseconds from `createdAt` after which the store forgets the task; never earlier. */
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** The principal that owns the task; `undefined` without authentication. */
  readonly principal?: string | undefined;
  /** JSON text of the member that belongs to the status: `"result":{…}`, `"error":{…}` or `"inputRequests":{…}`. */
  readonly detail?: string | undefined;
}

/**
 * A store of tasks. The handler of a task stays in the process that began it; the store has its state. Clients get a
 * `ProtocolError` that a store throws; any other error is reported to the operator alone.
 */
export interface TaskStore {
  /**
   * Adds a new task. {@link TaskStore.read} finds it when this resolves.
   *
   * @throws ProtocolError when there is no room.
   */
  add(task: TaskRecord): Promise<void>;
  /** The task with an id; `undefined` when there is none, or it has expired. */
  read(taskId: string): Promise<TaskRecord | undefined>;
  /**
   * Replaces a task. A task that has expired stays deleted.
   *
   * @throws ProtocolError when there is no room.
   */
  replace(task: TaskRecord): Promise<void>;
}
