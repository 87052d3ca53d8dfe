import type { TaskRecord } from '../../../core/api/task-store.js';
import type { PartCall } from '../../../core/service/part.js';
import type { Service } from '../../../core/service/service.js';
import type { JsonObject } from '../../../wire/json.js';
import { encodeNotification } from '../../../wire/json-rpc.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { protocolFeatures } from '../../../wire/protocol-features.js';
import { emptyBody, type ResultBody } from '../../../core/results/result-body.js';
import { followTask, isEnded } from '../follow-task.js';
import { outcomeOf } from '../outcome-of.js';
import { findTask } from '../serve-task-method.js';
import type { TaskBoard } from '../task-board.js';
import { tasksOf } from '../tasks-of.js';
import { encodeCoreTask, relateResult, relateTo } from './core-tasks.js';

/**
 * Serves `tasks/get` of protocol version 2025-11-25. `tasks/list` is not supported, because task stores cannot list
 * tasks.
 *
 * @throws ProtocolError -32601 in older protocol versions, -32602 for an unknown task.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export async function getTask(service: Service, params: JsonObject, call: PartCall): Promise<ResultBody> {
  return { members: encodeCoreTask(await findCoreTask(service, params, call)) };
}

/**
 * Serves `tasks/cancel` of protocol version 2025-11-25.
 *
 * @throws ProtocolError like {@link getTask}; -32602 for a task that has ended, -32603 if the store cannot be
 *   reached.
 */
export async function cancelTask(service: Service, params: JsonObject, call: PartCall): Promise<ResultBody> {
  const task = await findCoreTask(service, params, call);
  return cancel(tasksOf(service), task);
}

/**
 * Serves `tasks/result` of protocol version 2025-11-25: waits until a task has ended. Client requests of the task and
 * status changes are sent on the stream of the request.
 *
 * @throws ProtocolError like {@link getTask}; -32603 if the store cannot be reached, and the error of a failed task.
 */
export async function waitForResult(service: Service, params: JsonObject, call: PartCall): Promise<ResultBody> {
  const task = await findCoreTask(service, params, call);
  const { exchange } = call;
  let last = task;
  const tell = (now: TaskRecord): void => {
    const hasChanged = now.status !== last.status || now.statusMessage !== last.statusMessage;
    last = now;
    if (hasChanged) exchange.notify(encodeNotification('notifications/tasks/status', `{${encodeCoreTask(now)}}`));
  };
  const follower = { exchange, meta: relateTo(task), openRequester: () => call.openRequester(), tell };
  const ended = isEnded(task) ? task : await followTask(tasksOf(service), task, follower);
  if (exchange.isClosed) return emptyBody;
  const result = outcomeOf(ended);
  if (result !== undefined) return relateResult(result, task);
  if (ended === undefined) throw invalidParams('Task not found');
  throw new ProtocolError(-32603, `The task was cancelled: ${ended.statusMessage ?? ''}`);
}

async function findCoreTask(service: Service, params: JsonObject, call: PartCall): Promise<TaskRecord> {
  if (!protocolFeatures[call.protocolVersion].coreTasks) throw new ProtocolError(-32601, 'Method not found');
  return findTask(tasksOf(service), params, call.auth?.principal);
}

async function cancel(board: TaskBoard, task: TaskRecord): Promise<ResultBody> {
  const { taskId, principal } = task;
  if (!isEnded(task)) await board.cancel(task);
  const after = isEnded(task) ? undefined : await board.find(taskId, principal);
  if (after?.status === 'cancelled') return { members: encodeCoreTask(after) };
  // Otherwise the process that runs it would have cancelled it.
  if (after !== undefined && !isEnded(after)) {
    throw new ProtocolError(-32603, 'The task is not running in this process');
  }
  throw invalidParams(`Cannot cancel task: already in terminal status '${(after ?? task).status}'`);
}
