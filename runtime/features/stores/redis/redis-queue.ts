import type { StoreHost } from '../../../core/api/store.js';
import type { QueueReader, TaskQueue } from '../../../core/api/task-queue.js';
import { BullQueue } from './bull-queue.js';
import type { RedisOptions } from './redis-options.js';
import type { RedisStore } from './redis-store.js';

/**
 * Queue of durable tasks in Redis: only workers take tasks from it. With a single Redis server, BullMQ is used. With a
 * cluster, the queue built on `Store` is used, because BullMQ cannot use a cluster through the package `redis`.
 */
export class RedisQueue implements TaskQueue {
  readonly isServed = false;
  readonly #store: RedisStore;
  readonly #single: BullQueue;
  #clustered: Promise<TaskQueue> | undefined;

  constructor(options: RedisOptions, store: RedisStore) {
    this.#store = store;
    this.#single = new BullQueue(options, store);
  }

  /** Sets the server that the queue belongs to. */
  prepare(host: StoreHost): void {
    this.#single.prepare(host);
  }

  async check(): Promise<void> {
    const queue = await this.#choose();
    await queue.check();
  }

  async add(taskId: string, delayMs?: number): Promise<void> {
    const queue = await this.#choose();
    await queue.add(taskId, delayMs);
  }

  async work(run: (taskId: string) => Promise<number | undefined>, concurrency: number): Promise<QueueReader> {
    const queue = await this.#choose();
    return queue.work(run, concurrency);
  }

  async close(): Promise<void> {
    await this.#single.close();
  }

  /** @throws StoreError before the store is open. */
  async #choose(): Promise<TaskQueue> {
    if (!this.#store.isCluster) return this.#single;
    // Servers without a cluster do not load it.
    this.#clustered ??= import('../../../core/sharing/store-queue.js').then(
      ({ StoreQueue }) => new StoreQueue(this.#store),
    );
    return this.#clustered;
  }
}
