import type { TaskRecord, TaskStore } from '../../core/api/task-store.js';
import { ProtocolError } from '../../wire/protocol-error.js';

/** Maximum number of tasks; ended tasks count until they expire. */
const maxTasks = 1000;
/** Maximum number of tasks per principal; these also count toward {@link maxTasks}. */
const maxTasksOfPrincipal = 250;
/** Maximum total length of details in characters, for one task and for all tasks. */
const maxDetail = 4 * 1024 * 1024;
const maxDetails = 64 * 1024 * 1024;

/** Minimum number of tasks at which expired tasks are removed. */
const minSweep = 64;

/** Task store in memory. Tasks are bounded in number and size, and lost with the process. */
export class MemoryTaskStore implements TaskStore {
  readonly #tasks = new Map<string, TaskRecord>();
  /** Expiry times of tasks, by `performance.now`, because the system clock can be changed. */
  readonly #ends = new Map<string, number>();
  /** Number of tasks per principal. */
  readonly #counts = new Map<string | undefined, number>();
  #details = 0;
  /** Number of tasks at which expired tasks are removed, so that they are not searched for at each task. */
  #sweepAt = minSweep;

  async add(task: TaskRecord): Promise<void> {
    const { principal } = task;
    if (this.#tasks.size >= this.#sweepAt || this.#isFullFor(principal)) this.#forgetExpired();
    if (this.#isFullFor(principal)) throw new ProtocolError(429, 'Too many tasks');
    this.#count(principal, 1);
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

  #isFullFor(principal: string | undefined): boolean {
    const owned = principal === undefined ? 0 : (this.#counts.get(principal) ?? 0);
    return this.#tasks.size >= maxTasks || owned >= maxTasksOfPrincipal;
  }

  #count(principal: string | undefined, change: number): void {
    const count = (this.#counts.get(principal) ?? 0) + change;
    if (count === 0) this.#counts.delete(principal);
    else this.#counts.set(principal, count);
  }

  #forgetExpired(): void {
    for (const [taskId, task] of this.#tasks) {
      if (!this.#isExpired(taskId)) continue;
      this.#tasks.delete(taskId);
      this.#ends.delete(taskId);
      this.#details -= sizeOf(task);
      this.#count(task.principal, -1);
    }
    this.#sweepAt = Math.max(minSweep, 2 * this.#tasks.size);
  }

  #isExpired(taskId: string): boolean {
    return performance.now() > (this.#ends.get(taskId) ?? 0);
  }
}

function sizeOf({ detail = '' }: TaskRecord): number {
  return detail.length;
}
