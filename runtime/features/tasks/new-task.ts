import type { TaskOptions } from '../../core/api/definition.js';
import type { TaskRecord } from '../../core/api/task-store.js';

const defaultTtlMs = 60 * 60 * 1000;
const defaultPollIntervalMs = 1000;

/**
 * Creates the record of a task that starts now.
 *
 * @param time Current time, in milliseconds since 1970. Default: the clock of the process.
 */
export function newTask(
  { ttlMs = defaultTtlMs, pollIntervalMs = defaultPollIntervalMs }: TaskOptions,
  principal: string | undefined,
  time = Date.now(),
): TaskRecord {
  const now = new Date(time).toISOString();
  const times = { createdAt: now, lastUpdatedAt: now, ttlMs, pollIntervalMs };
  return { taskId: crypto.randomUUID(), status: 'working', ...times, principal };
}
