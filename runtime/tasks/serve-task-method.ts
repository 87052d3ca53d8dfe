import type { Caller } from '../exchange/caller.js';
import type { Exchange } from '../exchange/exchange.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import type { Request } from '../protocol/json-rpc.js';
import { invalidParams, ProtocolError } from '../protocol/protocol-error.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { encodeTask } from './running-task.js';
import { offersTasks, requireTasks } from './tasks-extension.js';
import { tasksOf, type TaskBoard } from './task-board.js';
import type { TaskRecord } from '../api/task-store.js';

/**
 * Serves the methods `tasks/…`.
 *
 * @throws ProtocolError -32601 for any other method and where no tool has tasks, -32021 for a client without the extension,
 * -32602 for a task that does not exist.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 */
export function serveTaskMethod(
  service: Service,
  { method, params }: Request,
  exchange: Exchange,
  { clientCapabilities }: Caller,
): Promise<ResultBody> {
  const serve = methods.get(method);
  if (serve === undefined || !offersTasks(service.definition)) throw new ProtocolError(-32601, 'Method not found');
  requireTasks(clientCapabilities);
  return serve(tasksOf(service), params, exchange.channel.auth?.principal);
}

type ServeMethod = (board: TaskBoard, params: JsonObject, principal: string | undefined) => Promise<ResultBody>;

const acknowledged: ResultBody = { members: '' };

const methods = new Map<string, ServeMethod>([
  [
    'tasks/get',
    async (board, params, principal) => ({ members: encodeTask(await findTask(board, params, principal)) }),
  ],
  [
    'tasks/update',
    async (board, params, principal) => {
      const { taskId, status } = await findTask(board, params, principal);
      const responses = params['inputResponses'];
      if (!isJsonObject(responses)) throw invalidParams('Invalid params: "inputResponses" must be an object');
      const task = board.running(taskId);
      const isOpen = status === 'working' || status === 'input_required';
      if (task === undefined && isOpen) throw new ProtocolError(-32603, 'The task does not run in this process');
      await task?.answer(responses);
      return acknowledged;
    },
  ],
  [
    'tasks/cancel',
    async (board, params, principal) => {
      const { taskId } = await findTask(board, params, principal);
      await board.running(taskId)?.cancel(new Error('The client cancelled the task'));
      return acknowledged;
    },
  ],
]);

async function findTask(board: TaskBoard, { taskId }: JsonObject, principal: string | undefined): Promise<TaskRecord> {
  if (typeof taskId !== 'string') throw invalidParams('Invalid params: "taskId" must be a string');
  const task = await board.find(taskId, principal);
  if (task === undefined) throw invalidParams('Task not found');
  return task;
}
