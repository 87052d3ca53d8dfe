import { ProtocolError } from '../protocol/protocol-error.js';

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

/** Tasks at the same time; those that are over count until they are forgotten. */
const maximalTasks = 1000;
/** Of those, tasks of one principal. */
const maximalOwned = 250;
/** Characters of details, of one task and of all. */
const maximalDetail = 4 * 1024 * 1024;
const maximalDetails = 64 * 1024 * 1024;

/** Keeps tasks in memory: bounded in number and size, and gone with the process. */
export class MemoryTaskStore implements TaskStore {
  readonly #tasks = new Map<string, TaskRecord>();
  #details = 0;

  async add(task: TaskRecord): Promise<void> {
    this.#forgetExpired();
    const { principal } = task;
    const isOwn = (each: TaskRecord): boolean => each.principal === principal;
    const own = principal === undefined ? 0 : [...this.#tasks.values()].filter(isOwn).length;
    if (this.#tasks.size >= maximalTasks || own >= maximalOwned) throw new ProtocolError(429, 'Too many tasks');
    this.#tasks.set(task.taskId, task);
  }

  async read(taskId: string): Promise<TaskRecord | undefined> {
    const task = this.#tasks.get(taskId);
    return task === undefined || isExpired(task) ? undefined : task;
  }

  async replace(task: TaskRecord): Promise<void> {
    const former = this.#tasks.get(task.taskId);
    if (former === undefined || isExpired(former)) return;
    const size = sizeOf(task);
    const growth = size - sizeOf(former);
    if (this.#details + growth > maximalDetails) this.#forgetExpired();
    if (size > maximalDetail || this.#details + growth > maximalDetails)
      throw new ProtocolError(429, 'There is no room for the task');
    this.#details += growth;
    this.#tasks.set(task.taskId, task);
  }

  #forgetExpired(): void {
    for (const [taskId, task] of this.#tasks) {
      if (!isExpired(task)) continue;
      this.#tasks.delete(taskId);
      this.#details -= sizeOf(task);
    }
  }
}

function sizeOf({ detail = '' }: TaskRecord): number {
  return detail.length;
}

function isExpired({ createdAt, ttlMs }: TaskRecord): boolean {
  return Date.now() > Date.parse(createdAt) + ttlMs;
}
