import type { TaskRecord } from '../../core/api/task-store.js';
import type { Exchange } from '../../core/exchange/exchange.js';
import {
  limitWait,
  RefusalError,
  type ClientRequester,
  type ClientRequest,
} from '../../core/exchange/client-requester.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { withResolver } from '../../wire/promises.js';
import { messageOf } from '../../wire/protocol-error.js';
import type { TaskBoard } from './task-board.js';

/** Milliseconds between two looks at a task whose changes may not have been heard of. */
const lookMs = 10_000;

/** Request that waits for the end of a task. */
export interface Follower {
  readonly exchange: Exchange;
  /** Members of `_meta` of all questions. */
  readonly meta?: JsonObject;
  /** The task ends when a question cannot be put to the client. Else another request may put it. */
  readonly isOnly?: true;
  /** Asks the client of the request. */
  openRequester(): Promise<ClientRequester>;
  /** Called with the states of the task, the last of which is its end. */
  tell(task: TaskRecord): void;
}

/**
 * Waits until a task has ended, and puts its questions to the client of the request.
 *
 * @returns The task at its end; `undefined` when its time is up, or the request is closed.
 * @throws ProtocolError -32603 when the store cannot be reached.
 */
export async function followTask(
  board: TaskBoard,
  task: TaskRecord,
  follower: Follower,
): Promise<TaskRecord | undefined> {
  const { taskId, principal, ttlMs } = task;
  const ended = withResolver<TaskRecord | undefined>();
  const asked = new Set<string>();
  let isOver = false;
  const see = (record: TaskRecord | undefined): void => {
    if (isOver) return;
    if (record !== undefined) follower.tell(record);
    if (record === undefined || isEnded(record)) return ended.resolve(record);
    for (const [key, request] of readQuestions(record)) {
      if (asked.has(key)) continue;
      asked.add(key);
      void passOn(board, record, { key, request }, follower);
    }
  };
  const look = async (): Promise<void> => see(await board.find(taskId, principal));
  follower.exchange.beforeClose(() => ended.resolve(undefined));
  const stop = await board.watch([taskId], see);
  // A store that cannot be reached now may be there at the next look.
  const timer = setInterval(() => void look().catch(() => {}), Math.min(lookMs, ttlMs));
  try {
    // The task may have changed before it was watched.
    await look();
    return await ended.promise;
  } finally {
    isOver = true;
    clearInterval(timer);
    stop();
  }
}

/** Whether a task has ended. */
export function isEnded({ status }: TaskRecord): boolean {
  return status !== 'working' && status !== 'input_required';
}

/** Puts a question of a task to the client, and gives the answer to the task. */
async function passOn(
  board: TaskBoard,
  task: TaskRecord,
  { key, request }: { readonly key: string; readonly request: JsonObject },
  { exchange, meta, isOnly, openRequester }: Follower,
): Promise<void> {
  const method = request['method'] as ClientRequest['method'];
  const { params } = request;
  const own = isJsonObject(params) ? params : undefined;
  const clientRequest: ClientRequest = {
    method,
    key,
    params: meta === undefined ? own : { ...own, _meta: meta },
    timeoutMs: limitWait(),
    // The task itself reads what the client has answered.
    read: (answer) => ({ result: answer }),
    ...(method === 'elicitation/create' ? { fallback: { action: 'cancel' } } : {}),
  };
  try {
    const requester = await openRequester();
    const response = await requester.send(clientRequest);
    if (!exchange.isClosed) await board.answer(task, { [key]: response }, exchange.span?.traceparent);
  } catch (error) {
    const isFinal = isOnly === true || error instanceof RefusalError;
    if (isFinal && !exchange.isClosed) await board.cancel(task, messageOf(error)).catch(() => {});
  }
}

/** The requests to the client that are open in a task, by key. */
function readQuestions({ status, detail }: TaskRecord): readonly (readonly [string, JsonObject])[] {
  if (status !== 'input_required' || detail === undefined) return [];
  const { inputRequests } = JSON.parse(`{${detail}}`) as JsonObject;
  if (!isJsonObject(inputRequests)) return [];
  return Object.entries(inputRequests).flatMap(([key, request]) => (isJsonObject(request) ? [[key, request]] : []));
}
