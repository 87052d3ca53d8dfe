import type { QueueReader } from '../../../core/api/task-queue.js';
import type { RedisStore } from './redis-store.js';

/** Key of the set of delayed tasks, sorted by the time at which they are due. */
const key = 'delayed-tasks';
/** Milliseconds between two looks for tasks that are due. */
const lookMs = 1000;
/** Milliseconds after which a task that a process has claimed comes again, because the process is dead. */
const claimMs = 15_000;
/** Number of tasks that are claimed at once. */
const maxAtOnce = 100;

/**
 * Durable tasks that wait for their time. Redis measures it: the delays of BullMQ are measured by the clocks of the workers, which may
 * differ by minutes.
 */
export class DelayedTasks {
  readonly #store: RedisStore;

  constructor(store: RedisStore) {
    this.#store = store;
  }

  /** @throws StoreError when Redis cannot be reached. */
  async add(taskId: string, delayMs: number): Promise<void> {
    // Each call has an entry of its own: a task may have several reasons to come again.
    await this.#store.delay(key, `${taskId} ${crypto.randomUUID()}`, delayMs);
  }

  /**
   * Gives out tasks when they are due, each to one process.
   *
   * @param give Takes a task. One that it rejects is given out again later.
   */
  work(give: (taskId: string) => Promise<void>): QueueReader {
    let looking: Promise<void> | undefined;
    const look = (): void => {
      looking ??= this.#giveDue(give)
        // Redis cannot be reached: the next look may.
        .catch(() => {})
        .finally(() => (looking = undefined));
    };
    const timer = setInterval(look, lookMs);
    look();
    return {
      stop: async () => {
        clearInterval(timer);
        await looking;
      },
    };
  }

  async #giveDue(give: (taskId: string) => Promise<void>): Promise<void> {
    for (;;) {
      const due = await this.#store.claimDue(key, claimMs, maxAtOnce);
      for (const entry of due) {
        const [taskId = ''] = entry.split(' ', 1);
        await give(taskId);
        await this.#store.leave(key, entry);
      }
      if (due.length < maxAtOnce) return;
    }
  }
}
