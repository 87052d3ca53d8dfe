import type { TaskRecord } from '../../../core/api/task-store.js';
import { lackOf } from '../../../core/exchange/client-requester.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { parseExactJson } from '../../../wire/parse-json.js';
import { stringifyExact } from '../../../wire/stringify-exact.js';
import type { ResultBody } from '../../../core/results/result-body.js';
import { outcomeOf } from '../outcome-of.js';
import type { TaskForm } from '../task-form.js';
import { encodeResult } from '../../../core/eras/legacy/serve-legacy-request.js';

/** Maximum length of a tool error in a status message, in characters. */
const maxMessage = 200;

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#creating-tasks */
export const coreTaskForm: TaskForm = {
  isAlways: true,
  describe: (record) => ({ members: `"task":{${encodeCoreTask(record)}}`, resultType: 'task' }),
  encode: encodeResult,
  refuse: lackOf,
};

/**
 * Encodes the members of a task for protocol version 2025-11-25 as JSON text. The status of a task whose result is a
 * tool error is `failed`.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#task
 */
export function encodeCoreTask(record: TaskRecord): string {
  const { taskId, createdAt, lastUpdatedAt, ttlMs: ttl, pollIntervalMs: pollInterval } = record;
  const { status, statusMessage } = findToolError(record) ?? record;
  return JSON.stringify({ taskId, status, statusMessage, createdAt, lastUpdatedAt, ttl, pollInterval }).slice(1, -1);
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#related-task-metadata */
export function relateTo({ taskId }: TaskRecord): JsonObject {
  return { 'io.modelcontextprotocol/related-task': { taskId } };
}

/** Returns the result of a task, with the task in its metadata. */
export function relateResult(result: string, task: TaskRecord): ResultBody {
  if (!result.includes('"_meta":')) return { members: result.slice(1, -1), meta: relateTo(task) };
  const { _meta, ...members } = parseExactJson(result) as JsonObject;
  const meta = { ...(isJsonObject(_meta) ? _meta : {}), ...relateTo(task) };
  return { members: stringifyExact({ ...members, _meta: meta })?.slice(1, -1) ?? '' };
}

function findToolError(record: TaskRecord): Pick<TaskRecord, 'status' | 'statusMessage'> | undefined {
  // Avoids parsing most results.
  if (record.status !== 'completed' || record.detail?.includes('"isError":true') !== true) return undefined;
  const { isError, content } = JSON.parse(outcomeOf(record) ?? '{}') as JsonObject;
  if (isError !== true) return undefined;
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  const text = isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : 'The tool returned an error';
  return { status: 'failed', statusMessage: text.slice(0, maxMessage) };
}
