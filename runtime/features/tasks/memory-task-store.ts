import type { TaskRecord, TaskStore } from '../../core/api/task-store.js';
import { ProtocolError } from '../../wire/protocol-error.js';

/** Maximum number of tasks; ended tasks count until they expire. */
const maxTasks = 1000;
/** Maximum number of tasks per principal; these also count toward {@link maxTasks}. */
const maxTasksOfPrincipal = 250;
/** Maximum total length of details in characters, for one task and for all tasks. */
const maxDetail = 4 * 1024 * 1024;
const maxDetails = 64 * 1024 * 1024;

/** Task store in memory. Tasks are bounded in number and size, and lost with the process. */
export class MemoryTaskStore implements TaskStore {
  readonly #tasks = new Map<string, TaskRecord>();
  /** Expiry times of tasks, by `performance.now`, because the system clock can be changed. */
  readonly #ends = new Map<string, number>();
  #details = 0;

  async add(task: TaskRecord): Promise<void> {
    this.#forgetExpired();
    const { principal } = task;
    const isOwn = (each: TaskRecord): boolean => each.principal === principal;
    const ownedCount = principal === undefined ? 0 : [...this.#tasks.values()].filter(isOwn).length;
    if (this.#tasks.size >= maxTasks || ownedCount >= maxTasksOfPrincipal)
      throw new ProtocolError(429, 'Too many tasks');
    this.#tasks.set(task.taskId, task);
    this.#ends.set(task.taskId, performance.now() + task.ttlMs);
  }

  async read(taskId: string): Promise<TaskRecord | undefined> {
    return this.#isExpired(taskId) ? undefined : this.#tasks.get(taskId);
  }

  async replace(task: TaskRecord): Promise<void> {
    const former = this.#tasks.get(task.taskId);
    if (former === undefined || this.#isExpired(task.taskId)) return;
    const size = sizeOf(task);
    const growth = size - sizeOf(former);
    if (this.#details + growth > maxDetails) this.#forgetExpired();
    if (size > maxDetail) throw new ProtocolError(429, 'The state of the task is too large');
    if (this.#details + growth > maxDetails) throw new ProtocolError(429, 'Too many tasks');
    this.#details += growth;
    this.#tasks.set(task.taskId, task);
  }

  #forgetExpired(): void {
    for (const [taskId, task] of this.#tasks) {
      if (!this.#isExpired(taskId)) continue;
      this.#tasks.delete(taskId);
      this.#ends.delete(taskId);
      this.#details -= sizeOf(task);
    }
  }

  #isExpired(taskId: string): boolean {
    return performance.now() > (this.#ends.get(taskId) ?? 0);
  }
}

function sizeOf({ detail = '' }: TaskRecord): number {
  return detail.length;
}
