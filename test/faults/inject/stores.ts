import type { TaskRecord, TaskStore } from '../../../runtime/index.js';
import { MemoryTaskStore } from '../../../runtime/features/tasks/memory-task-store.js';

type Method = 'add' | 'read' | 'replace';

/** Replacement of a store's operation; it gets the value that the store in memory would return. */
export type StoreFault = (work: () => Promise<unknown>) => unknown;

export const throwing: StoreFault = () => {
  throw new Error('the store has lost its connection');
};
export const rejecting: StoreFault = () => Promise.reject(new Error('the store has lost its connection'));
export const hanging: StoreFault = () => new Promise(() => {});

/** Returns something else than the record. */
export const returning =
  (make: (record: TaskRecord) => unknown): StoreFault =>
  async (work) =>
    make((await work()) as TaskRecord);

/** A store of tasks in memory whose methods can be made to fail, and to work again. */
export class FaultyStore implements TaskStore {
  readonly #store = new MemoryTaskStore();
  readonly #faults = new Map<Method, StoreFault>();

  break(method: Method, fault: StoreFault): this {
    this.#faults.set(method, fault);
    return this;
  }

  restore(): void {
    this.#faults.clear();
  }

  add(task: TaskRecord): Promise<void> {
    return this.#run('add', () => this.#store.add(task)) as Promise<void>;
  }

  read(taskId: string): Promise<TaskRecord | undefined> {
    return this.#run('read', () => this.#store.read(taskId)) as Promise<TaskRecord | undefined>;
  }

  replace(task: TaskRecord): Promise<void> {
    return this.#run('replace', () => this.#store.replace(task)) as Promise<void>;
  }

  #run(method: Method, work: () => Promise<unknown>): unknown {
    const fault = this.#faults.get(method);
    return fault === undefined ? work() : fault(work);
  }
}
