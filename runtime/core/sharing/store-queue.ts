import { StoreError, type Store } from '../api/store.js';
import type { QueueReader, TaskQueue } from '../api/task-queue.js';
import { takeLease, type Lease } from './lease.js';
import { persist } from './persist.js';

const queueKey = 'task-queue';
/** Maximum number of entries of the queue. */
const maxEntries = 100_000;
/** Lifetime of an entry in milliseconds, which is longer than a task's lifetime. */
const entryMs = 30 * 24 * 60 * 60 * 1000;
/** Polling interval of the queue in milliseconds, for entries of dead workers and delayed entries. */
const lookMs = 1000;
/** Time in milliseconds for which a done entry stays leased: other workers may have read it before it left the queue. */
const doneMs = 5 * lookMs;
/** Delay in milliseconds after which a failed task runs again. */
const afterErrorMs = 5000;

/** Queue in a store: a set of entries, each with a lease for the worker that took it. */
export class StoreQueue implements TaskQueue {
  readonly isServed = true;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async check(): Promise<void> {
    // The store is opened by the server.
  }

  async add(taskId: string, delayMs = 0): Promise<void> {
    // One entry per call: a worker that is finishing the task must not remove this one, too.
    const entry = `${taskId} ${crypto.randomUUID()}`;
    // A lease without a holder delays the entry.
    if (delayMs > 0) await this.#store.write(leaseKey(entry), '', delayMs);
    if (!(await this.#store.enter(queueKey, entry, entryMs, maxEntries))) throw new StoreError('The queue is full');
    await this.#store.publish(queueKey, '');
  }

  async work(run: (taskId: string) => Promise<number | undefined>, concurrency: number): Promise<QueueReader> {
    const reader = new StoreQueueReader(this.#store, run, concurrency);
    await reader.start();
    return reader;
  }

  async close(): Promise<void> {
    // The store is closed by its owner.
  }
}

class StoreQueueReader implements QueueReader {
  readonly #store: Store;
  readonly #run: (taskId: string) => Promise<number | undefined>;
  readonly #concurrency: number;
  readonly #running = new Map<string, Promise<void>>();
  /** Entries that were read and not tried yet, the next one last. */
  #untried: string[] = [];
  #isLooking = false;
  #shallLookAgain = false;
  #isStopped = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #unsubscribe = (): void => {};

  constructor(store: Store, run: (taskId: string) => Promise<number | undefined>, concurrency: number) {
    this.#store = store;
    this.#run = run;
    this.#concurrency = concurrency;
  }

  async start(): Promise<void> {
    const look = (): void => void this.#look();
    const lookAtAll = (): void => {
      // The first entries may have lost their workers, and others may be done.
      this.#untried = [];
      look();
    };
    this.#timer = setInterval(lookAtAll, lookMs);
    const subscribe = (): Promise<() => void> => this.#store.subscribe(queueKey, look, look);
    // Does not wait for an unreachable store: the queue is polled every second.
    void persist(subscribe, () => this.#isStopped).then((unsubscribe = () => {}) => {
      if (this.#isStopped) return unsubscribe();
      this.#unsubscribe = unsubscribe;
      look();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    while (this.#isLooking || this.#running.size > 0) {
      await Promise.all(this.#running.values());
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /**
   * Takes entries until the queue is empty, or the maximum concurrency is reached. The queue is read again only when all
   * read entries were tried: reading a long one for each entry would take longer than most tasks.
   */
  async #look(): Promise<void> {
    this.#shallLookAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (!this.#isFull) {
        const entry = this.#untried.pop();
        if (entry === undefined) {
          if (!this.#shallLookAgain) break;
          this.#shallLookAgain = false;
          this.#untried = [...(await this.#store.members(queueKey))].toReversed();
        } else if (!this.#running.has(entry)) {
          const lease = await takeLease(this.#store, leaseKey(entry));
          if (lease !== undefined) this.#running.set(entry, this.#serve(entry, lease));
        }
      }
    } catch {
      // The store cannot be reached; the next poll tries again.
    } finally {
      this.#isLooking = false;
    }
  }

  get #isFull(): boolean {
    return this.#isStopped || this.#running.size >= this.#concurrency;
  }

  async #serve(entry: string, lease: Lease): Promise<void> {
    const [taskId = ''] = entry.split(' ', 1);
    const again = await this.#run(taskId).catch(() => afterErrorMs);
    try {
      if (again === undefined && !lease.lost.aborted) await this.#store.leave(queueKey, entry);
      await lease.release(again ?? doneMs);
    } catch {
      // The store cannot be reached: the task runs again when the lease expires.
    }
    this.#running.delete(entry);
    if (!this.#isStopped) void this.#look();
  }
}

function leaseKey(entry: string): string {
  return `${queueKey}:${entry}`;
}
