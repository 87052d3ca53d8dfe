import type { TaskOptions } from '../api/definition.js';
import type { TaskRecord } from '../api/task-store.js';

const defaultTtlMs = 60 * 60 * 1000;
const defaultPollIntervalMs = 1000;

/** The record of a task that begins now. */
export function newTask(
  { ttlMs = defaultTtlMs, pollIntervalMs = defaultPollIntervalMs }: TaskOptions,
  principal: string | undefined,
): TaskRecord {
  const now = new Date().toISOString();
  const times = { createdAt: now, lastUpdatedAt: now, ttlMs, pollIntervalMs };
  return { taskId: crypto.randomUUID(), status: 'working', ...times, principal };
}
