import type { TaskOptions } from '../../../core/api/definition.js';
import type { TaskRecord } from '../../../core/api/task-store.js';
import { CallContext } from '../../../core/calls/call-context.js';
import { encodeToolError } from '../../../core/results/encode-tool-result.js';
import { emptyBody, type ResultBody } from '../../../core/results/result-body.js';
import type { Service } from '../../../core/service/service.js';
import type { OfferedCall } from '../../../core/service/task-port.js';
import { startDurably } from '../durable-start.js';
import { followTask } from '../follow-task.js';
import { outcomeOf } from '../outcome-of.js';
import type { TaskBoard } from '../task-board.js';
import { tasksOf } from '../tasks-of.js';

/**
 * Serves a call of a tool that only runs as a durable task, for a client without tasks support: a worker makes the
 * call, and the request waits for its end and passes on progress and client requests. The end of the request cancels
 * the task.
 */
export function serveDurableCall(service: Service, call: OfferedCall, options: TaskOptions): Promise<ResultBody> {
  const { request, exchange, caller } = call;
  const { params } = request;
  return startDurably(
    service,
    exchange,
    { params, caller, options },
    (start) => call.serve(start),
    (record) => waitForTask(service, call, record),
  );
}

async function waitForTask(service: Service, call: OfferedCall, record: TaskRecord): Promise<ResultBody> {
  const { request, exchange, caller } = call;
  const board = tasksOf(service);
  // Responses to later requests do not wait for this request.
  exchange.begin();
  const context = new CallContext(exchange, caller, request.params['_meta'], call, service.state.app);
  const tell = ({ progress, statusMessage }: TaskRecord): void => {
    if (progress !== undefined) context.progress(progress.progress, progress.total, statusMessage);
  };
  const ended = await followTask(board, record, {
    exchange,
    isOnly: true,
    openRequester: () => call.openRequester(),
    tell,
  });
  if (exchange.isClosed) return abandon(board, record);
  const result = outcomeOf(ended);
  if (result !== undefined) return { members: result.slice(1, -1) };
  return encodeToolError(ended?.statusMessage ?? 'The task has expired');
}

/** Cancels the task of a closed request. */
async function abandon(board: TaskBoard, record: TaskRecord): Promise<ResultBody> {
  await board.cancel(record).catch(() => {});
  return emptyBody;
}
