import type { TaskRecord } from '../../core/api/task-store.js';
import type { Exchange } from '../../core/exchange/exchange.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { invalidParams } from '../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../../core/results/result-body.js';
import type { PartCall } from '../../core/service/part.js';
import type { Service } from '../../core/service/service.js';
import { encodeTask } from './running-task.js';
import type { TaskBoard } from './task-board.js';
import { tasksOf } from './tasks-of.js';
import { requireTasks } from './tasks-extension.js';

/**
 * Serves `tasks/get`, `tasks/update` and `tasks/cancel`.
 *
 * @throws ProtocolError -32021 for a client without the extension, -32602 for an unknown task, and -32603 for an open
 *   task that runs in another process, if processes do not share a store.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 */
export async function serveTaskMethod(
  service: Service,
  method: 'tasks/get' | 'tasks/update' | 'tasks/cancel',
  params: JsonObject,
  { exchange, clientCapabilities, auth }: PartCall,
): Promise<ResultBody> {
  requireTasks(clientCapabilities);
  const board = tasksOf(service);
  const record = await findTask(board, params, auth?.principal);
  if (method === 'tasks/get') return { members: encodeTask(record) };
  if (method === 'tasks/update') await update(board, record, params['inputResponses'], exchange);
  else await board.cancel(record);
  return emptyBody;
}

async function update(board: TaskBoard, record: TaskRecord, responses: unknown, { span }: Exchange): Promise<void> {
  if (!isJsonObject(responses)) throw invalidParams('Invalid params: "inputResponses" must be an object');
  await board.takeResponses(record, responses, span?.traceparent);
}

/**
 * Finds the task that a request names.
 *
 * @throws ProtocolError -32602 for an unknown task.
 */
export async function findTask(
  board: TaskBoard,
  { taskId }: JsonObject,
  principal: string | undefined,
): Promise<TaskRecord> {
  if (typeof taskId !== 'string') throw invalidParams('Invalid params: "taskId" must be a string');
  const task = await board.find(taskId, principal);
  if (task === undefined) throw invalidParams('Task not found');
  return task;
}
