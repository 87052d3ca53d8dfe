import type { TaskRecord } from '../../core/api/task-store.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { ProtocolError } from '../../wire/protocol-error.js';

const prefix = '"result":';

/**
 * Returns the JSON text of the result of an ended task; `undefined` if it was cancelled, or has expired.
 *
 * @throws ProtocolError of a failed task.
 */
export function outcomeOf(task: TaskRecord | undefined): string | undefined {
  const { status, detail = '' } = task ?? {};
  if (status === undefined || status === 'cancelled') return undefined;
  if (status === 'completed' && detail.startsWith(prefix)) return detail.slice(prefix.length);
  const { error } = JSON.parse(`{${detail}}`) as JsonObject;
  if (!isJsonObject(error)) throw new ProtocolError(-32603, 'Internal error');
  throw new ProtocolError(Number(error['code']), String(error['message']), error['data']);
}
