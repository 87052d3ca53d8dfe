import type { TaskRecord, TaskStatus } from '../../core/api/task-store.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';

const statuses: readonly TaskStatus[] = ['working', 'input_required', 'completed', 'failed', 'cancelled'];

/**
 * Reads a task record that a store returned. `null` counts as missing, because databases have no `undefined`.
 *
 * @returns `undefined` if the store has no such task.
 * @throws Error that names the invalid member of a truncated or modified record.
 */
export function readRecord(found: unknown, taskId: string): TaskRecord | undefined {
  if (found === undefined || found === null) return undefined;
  if (!isJsonObject(found)) throw new Error('The task store did not return an object');
  const record = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
  const invalid = findInvalidMember(record, taskId);
  if (invalid !== undefined) throw new Error(`The task store returned a record whose ${invalid} is invalid`);
  return record as unknown as TaskRecord;
}

function findInvalidMember(record: JsonObject, taskId: string): string | undefined {
  const { status, statusMessage = '', createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, detail = '' } = record;
  if (record['taskId'] !== taskId) return 'taskId';
  if (!statuses.some((known) => known === status)) return 'status';
  if (typeof statusMessage !== 'string') return 'statusMessage';
  if (typeof createdAt !== 'string') return 'createdAt';
  if (typeof lastUpdatedAt !== 'string') return 'lastUpdatedAt';
  if (!Number.isFinite(ttlMs)) return 'ttlMs';
  if (!Number.isFinite(pollIntervalMs)) return 'pollIntervalMs';
  return isMember(detail) ? undefined : 'detail';
}

/** Whether a value is the JSON text of members. It must be on one line, because messages are separated by newlines. */
function isMember(detail: unknown): boolean {
  if (typeof detail !== 'string' || /[\r\n]/u.test(detail)) return false;
  try {
    return isJsonObject(JSON.parse(`{${detail}}`));
  } catch {
    return false;
  }
}
