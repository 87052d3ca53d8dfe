import type * as Bull from 'bullmq';
import type * as Redis from 'redis';
import { StoreError, type StoreHost } from '../../../core/api/store.js';
import type { QueueReader, TaskQueue } from '../../../core/api/task-queue.js';
import { pauseAfter } from './connect.js';
import { DelayedTasks } from './delayed-tasks.js';
import { describeRedisError } from './describe-error.js';
import { readAddress } from './read-address.js';
import type { RedisOptions } from './redis-options.js';
import type { RedisStore } from './redis-store.js';

const queueName = 'tasks';
/**
 * Time in milliseconds after which the tasks of a silent worker are redelivered, and interval of checks for such tasks.
 */
const lockMs = 15_000;
const stalledMs = 5000;
/**
 * Maximum number of redeliveries of a task whose worker died. Effectively unlimited, because the task counts its own
 * interruptions.
 */
const maxStalls = 1_000_000;
/** Delay before a failed task is redelivered, in milliseconds. */
const afterErrorMs = 5000;

type BullModule = typeof Bull;
type RedisModule = typeof Redis;
type Client = ReturnType<RedisModule['createClient']>;

/** Packages that the queue needs, and a function that connects to Redis. */
interface Parts {
  readonly bull: Pick<BullModule, 'DelayedError' | 'Queue' | 'Worker'>;
  readonly connect: (settings: { readonly disableOfflineQueue: boolean }) => Client;
}

/**
 * Queue of durable tasks in Redis, based on BullMQ: only workers take tasks from it. It opens its own connections on
 * demand, and requires the package `bullmq`.
 */
export class BullQueue implements TaskQueue {
  readonly isServed = false;
  readonly #options: RedisOptions;
  readonly #delayed: DelayedTasks;
  #host: StoreHost | undefined;
  #parts: Promise<Parts> | undefined;
  #queue: Promise<Bull.Queue> | undefined;
  readonly #clients = new Set<Client>();

  constructor(options: RedisOptions, store: RedisStore) {
    this.#options = options;
    this.#delayed = new DelayedTasks(store);
  }

  /** Sets the server that the queue belongs to. */
  prepare(host: StoreHost): void {
    this.#host = host;
  }

  async check(): Promise<void> {
    await this.#open();
  }

  async add(taskId: string, delayMs = 0): Promise<void> {
    if (delayMs > 0) return this.#delayed.add(taskId, delayMs);
    const queue = await this.#open();
    try {
      await queue.add('task', { taskId }, { removeOnComplete: true, removeOnFail: true });
    } catch (error) {
      throw new StoreError(`The queue cannot be reached: ${describeRedisError(error)}`, { cause: error });
    }
  }

  async work(run: (taskId: string) => Promise<number | undefined>, concurrency: number): Promise<QueueReader> {
    const { bull, connect } = await this.#load();
    const process = async (job: Bull.Job<{ readonly taskId: string }>, token?: string): Promise<void> => {
      const delayMs = await run(job.data.taskId).catch(() => afterErrorMs);
      if (delayMs === undefined) return;
      try {
        await this.add(job.data.taskId, delayMs);
      } catch {
        // The job cannot end now, either. Once Redis is back, the delay is measured by the clock of this process.
        await job.moveToDelayed(Date.now() + delayMs, token);
        throw new bull.DelayedError();
      }
    };
    // A worker waits while Redis is unreachable, and then continues its commands.
    const connection = connect({ disableOfflineQueue: false });
    const worker = new bull.Worker(queueName, process, {
      connection,
      prefix: this.#prefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: stalledMs,
      maxStalledCount: maxStalls,
    });
    worker.on('error', () => {});
    await worker.waitUntilReady();
    const delayed = this.#delayed.work((taskId) => this.add(taskId));
    return { stop: async () => void (await Promise.all([worker.close(), delayed.stop()])) };
  }

  async close(): Promise<void> {
    const queue = await this.#queue?.catch(() => undefined);
    this.#queue = undefined;
    await queue?.close();
    for (const client of this.#clients) if (client.isOpen) client.destroy();
    this.#clients.clear();
  }

  get #prefix(): string {
    return `mcp:${encodeURIComponent(this.#options.namespace ?? this.#host?.name ?? '')}`;
  }

  #open(): Promise<Bull.Queue> {
    this.#queue ??= this.#openQueue();
    // A failed attempt is retried.
    this.#queue.catch(() => (this.#queue = undefined));
    return this.#queue;
  }

  async #openQueue(): Promise<Bull.Queue> {
    const { bull, connect } = await this.#load();
    const client = connect({ disableOfflineQueue: true });
    try {
      await client.connect();
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw new StoreError(describeRedisError(error), { cause: error });
    }
    const queue = new bull.Queue(queueName, { connection: client, prefix: this.#prefix });
    queue.on('error', () => {});
    return queue;
  }

  #load(): Promise<Parts> {
    return (this.#parts ??= this.#loadParts());
  }

  async #loadParts(): Promise<Parts> {
    const { url, client = {} } = this.#options;
    const {
      urls: [address],
    } = readAddress(url, this.#host?.environment ?? {});
    const [bull, redis] = await Promise.all([loadBull(), loadRedis()]);
    const connect: Parts['connect'] = (settings) => {
      const { socket = {} } = client as { readonly socket?: object };
      const created = redis.createClient({
        ...client,
        ...settings,
        url: address,
        socket: { ...socket, reconnectStrategy: pauseAfter } as object,
      });
      created.on('error', () => {});
      this.#clients.add(created as Client);
      return created as Client;
    };
    return { bull, connect };
  }
}

// Both packages are CommonJS: in a bundle they only have the default export.

async function loadRedis(): Promise<Pick<RedisModule, 'createClient'>> {
  const { default: redis } = await import('redis');
  return redis;
}

async function loadBull(): Promise<Pick<BullModule, 'DelayedError' | 'Queue' | 'Worker'>> {
  try {
    const { default: bull } = await import('bullmq');
    return bull;
  } catch (error) {
    throw new Error('Durable tasks in Redis need the package `bullmq`: run `npm install bullmq`', { cause: error });
  }
}
