import type { TaskRecord } from '../../../core/api/task-store.js';
import { encodeNotification } from '../../../wire/json-rpc.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { revisionFeatures } from '../../../wire/revisions.js';
import { emptyBody, type ResultBody } from '../../../core/results/result-body.js';
import { followTask, isEnded } from '../follow-task.js';
import { outcomeOf } from '../outcome-of.js';
import { findTask } from '../serve-task-method.js';
import type { TaskBoard } from '../task-board.js';
import { tasksOf } from '../tasks-of.js';
import { encodeCoreTask, relateResult, relateTo } from './core-tasks.js';
import type { LegacyCall } from './serve-durable-call.js';

/**
 * Serves `tasks/get`, `tasks/result` and `tasks/cancel` of revision 2025-11-25. There is no `tasks/list`: stores of tasks cannot list
 * them.
 *
 * @throws ProtocolError -32601 in older revisions, -32602 for an unknown task and for the cancellation of one that has ended, -32603 when
 *   the store cannot be reached, and the error that a task has ended with.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export async function serveTaskMethod(call: LegacyCall): Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  if (!revisionFeatures[caller.revision].coreTasks) throw new ProtocolError(-32601, 'Method not found');
  const board = tasksOf(service);
  const task = await findTask(board, request.params, exchange.channel.auth?.principal);
  if (request.method === 'tasks/get') return { members: encodeCoreTask(task) };
  return request.method === 'tasks/cancel' ? cancel(board, task) : waitForResult(board, task, call);
}

async function cancel(board: TaskBoard, task: TaskRecord): Promise<ResultBody> {
  const { taskId, principal } = task;
  if (!isEnded(task)) await board.cancel(task);
  const after = isEnded(task) ? undefined : await board.find(taskId, principal);
  if (after?.status === 'cancelled') return { members: encodeCoreTask(after) };
  // It would be cancelled where it runs.
  if (after !== undefined && !isEnded(after)) {
    throw new ProtocolError(-32603, 'The task does not run in this process');
  }
  throw invalidParams(`Cannot cancel task: already in terminal status '${(after ?? task).status}'`);
}

/** Waits until a task has ended. Questions of the task and changes of its status come in the stream of the request. */
async function waitForResult(board: TaskBoard, task: TaskRecord, call: LegacyCall): Promise<ResultBody> {
  const { exchange } = call;
  let known = task;
  const tell = (now: TaskRecord): void => {
    const hasChanged = now.status !== known.status || now.statusMessage !== known.statusMessage;
    known = now;
    if (hasChanged) exchange.notify(encodeNotification('notifications/tasks/status', `{${encodeCoreTask(now)}}`));
  };
  const follower = { exchange, meta: relateTo(task), openDialog: () => call.openDialog(), tell };
  const ended = isEnded(task) ? task : await followTask(board, task, follower);
  if (exchange.isClosed) return emptyBody;
  const result = outcomeOf(ended);
  if (result !== undefined) return relateResult(result, task);
  if (ended === undefined) throw invalidParams('Task not found');
  throw new ProtocolError(-32603, `The task was cancelled: ${ended.statusMessage ?? ''}`);
}
