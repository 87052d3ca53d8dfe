import type { QueueReader } from '../../../core/api/task-queue.js';
import { defaultShutdownTimeoutMs } from '../../../core/service/default-limits.js';
import type { Service } from '../../../core/service/service.js';
import { queueOf } from '../queue-of.js';
import { SharedTaskBoard } from '../shared-task-board.js';
import { tasksOf } from '../tasks-of.js';
import { runTask } from './run-task.js';

/** Default maximum number of concurrent tasks in one process. */
const defaultConcurrency = 10;
/** Part of the shutdown timeout that is reserved for returning tasks to the queue, in milliseconds. */
const giveBackMs = 1000;

/** Settings of a worker. */
export interface WorkerSettings {
  /** Maximum number of concurrent tasks. Default: 10. */
  readonly concurrency?: number | undefined;
  /** Time in milliseconds within which a stopping worker must finish. Default: 10 000. */
  readonly shutdownTimeoutMs?: number | undefined;
}

/**
 * Runs the durable tasks of a server in its own process, unless its queue is for separate workers.
 *
 * @throws Error if the queue cannot be used.
 */
export async function serveQueue(service: Service, settings: WorkerSettings = {}): Promise<void> {
  const queue = queueOf(service);
  await queue.check();
  if (queue.isServed) await startWorker(service, settings);
}

/**
 * Runs the durable tasks of a server in this process, until the worker or the server is stopped.
 *
 * @returns The worker. `stop` returns unfinished tasks to the queue, so that other workers continue them.
 * @throws TypeError for a server without a store.
 */
export async function startWorker(service: Service, settings: WorkerSettings = {}): Promise<QueueReader> {
  const { concurrency = defaultConcurrency, shutdownTimeoutMs = defaultShutdownTimeoutMs } = settings;
  const board = tasksOf(service);
  if (!(board instanceof SharedTaskBoard)) throw new TypeError('Durable tasks need a store');
  const stopping = new AbortController();
  const host = {
    service,
    board,
    stopping: stopping.signal,
    shutdownTimeoutMs: Math.max(0, shutdownTimeoutMs - giveBackMs),
  };
  const reader = await queueOf(service).work((taskId) => runTask(host, taskId), concurrency);
  const stop = (): Promise<void> => {
    stopping.abort();
    return reader.stop();
  };
  service.enabled.lastActs.push(stop);
  return { stop };
}
