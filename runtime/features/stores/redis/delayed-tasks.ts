import type { QueueReader } from '../../../core/api/task-queue.js';
import type { RedisStore } from './redis-store.js';

/** Key of the set of delayed tasks, sorted by due time. */
const key = 'delayed-tasks';
/** Polling interval for due tasks, in milliseconds. */
const lookMs = 1000;
/** Time in milliseconds after which a claimed task is due again, in case its process died. */
const claimMs = 15_000;
/** Maximum number of tasks that are claimed together. */
const maxAtOnce = 100;

/**
 * Delayed durable tasks. Delays are measured by the Redis server's clock: BullMQ would use the clocks of the workers,
 * which can differ by minutes.
 */
export class DelayedTasks {
  readonly #store: RedisStore;

  constructor(store: RedisStore) {
    this.#store = store;
  }

  /** @throws StoreError if Redis cannot be reached. */
  async add(taskId: string, delayMs: number): Promise<void> {
    // Each call adds its own entry, because a task may be delayed for several reasons.
    await this.#store.delay(key, `${taskId} ${crypto.randomUUID()}`, delayMs);
  }

  /**
   * Delivers due tasks, each to one process.
   *
   * @param give Receives a task. If it rejects, the task is delivered again later.
   */
  work(give: (taskId: string) => Promise<void>): QueueReader {
    let looking: Promise<void> | undefined;
    const look = (): void => {
      looking ??= this.#giveDue(give)
        // Redis is unreachable; the next poll retries.
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
