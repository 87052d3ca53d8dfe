import type { TaskOptions } from '../../../core/api/definition.js';
import type { TaskRecord } from '../../../core/api/task-store.js';
import type { Exchange } from '../../../core/exchange/exchange.js';
import { CallContext } from '../../../core/calls/call-context.js';
import { serveFeature } from '../../../core/calls/serve-feature.js';
import type { Dialog } from '../../../core/questions/dialog.js';
import type { Request } from '../../../wire/json-rpc.js';
import { encodeToolError } from '../../../core/results/encode-tool-result.js';
import { emptyBody, type ResultBody } from '../../../core/results/result-body.js';
import type { Service } from '../../../core/service/service.js';
import { startDurably } from '../durable-start.js';
import { followTask } from '../follow-task.js';
import { outcomeOf } from '../outcome-of.js';
import type { TaskBoard } from '../task-board.js';
import { tasksOf } from '../tasks-of.js';
import type { LegacyCaller } from '../../../core/eras/legacy/session.js';

/** Call of a tool in the legacy era, with its sender. */
export interface LegacyCall {
  readonly service: Service;
  readonly request: Request;
  readonly exchange: Exchange;
  readonly caller: LegacyCaller;
  /** Asks the client of the request. */
  openDialog(): Promise<Dialog>;
}

/**
 * Serves a call of a tool that runs only as a durable task for a client that has no tasks: a worker makes the call, and the request
 * waits for its end. Progress and questions are those of the request. The end of the request cancels the task.
 */
export function serveDurableCall(call: LegacyCall, options: TaskOptions): Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  const { params } = request;
  return startDurably(
    service,
    exchange,
    { params, caller, options },
    (start) => serveFeature(service, request, start.exchange, caller, { task: start, openDialog: call.openDialog }),
    (record) => waitForTask(call, record),
  );
}

async function waitForTask(call: LegacyCall, record: TaskRecord): Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  const board = tasksOf(service);
  // Answers to later requests do not wait for this one.
  exchange.begin();
  const context = new CallContext(exchange, caller, request.params['_meta'], call, service.app);
  const tell = ({ progress, statusMessage }: TaskRecord): void => {
    if (progress !== undefined) context.progress(progress.progress, progress.total, statusMessage);
  };
  const ended = await followTask(board, record, { exchange, isOnly: true, openDialog: () => call.openDialog(), tell });
  if (exchange.isClosed) return abandon(board, record);
  const result = outcomeOf(ended);
  if (result !== undefined) return { members: result.slice(1, -1) };
  return encodeToolError(ended?.statusMessage ?? 'The time of the task is up');
}

/** Cancels the task of a request that nobody waits for any more. */
async function abandon(board: TaskBoard, record: TaskRecord): Promise<ResultBody> {
  await board.cancel(record).catch(() => {});
  return emptyBody;
}
