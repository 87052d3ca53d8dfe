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

/** Polling interval for a task in milliseconds, in case change messages are lost. */
const lookMs = 10_000;

/** Request that waits for the end of a task. */
export interface Follower {
  readonly exchange: Exchange;
  /** Members of `_meta` of all client requests. */
  readonly meta?: JsonObject;
  /** Whether the task ends if a client request cannot be sent. Otherwise another follower may send it. */
  readonly isOnly?: true;
  /** Opens the channel for requests to the client. */
  openRequester(): Promise<ClientRequester>;
  /** Called with each state of the task, including its end. */
  tell(task: TaskRecord): void;
}

/**
 * Waits until a task has ended, and sends its requests to the client.
 *
 * @returns The ended task; `undefined` if the task has expired, or the request is closed.
 * @throws ProtocolError -32603 if the store cannot be reached.
 */
export async function followTask(
  board: TaskBoard,
  task: TaskRecord,
  follower: Follower,
): Promise<TaskRecord | undefined> {
  const { taskId, principal, ttlMs } = task;
  const ended = withResolver<TaskRecord | undefined>();
  const passedOn = new Set<string>();
  let isOver = false;
  const see = (record: TaskRecord | undefined): void => {
    if (isOver) return;
    if (record !== undefined) follower.tell(record);
    if (record === undefined || isEnded(record)) return ended.resolve(record);
    for (const [key, request] of readInputRequests(record)) {
      if (passedOn.has(key)) continue;
      passedOn.add(key);
      void passOn(board, record, { key, request }, follower);
    }
  };
  const look = async (): Promise<void> => see(await board.find(taskId, principal));
  follower.exchange.beforeClose(() => ended.resolve(undefined));
  const stop = await board.watch([taskId], see);
  // The store may be reachable again at the next poll.
  const timer = setInterval(() => void look().catch(() => {}), Math.min(lookMs, ttlMs));
  try {
    // The task may have changed before the watch began.
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

/** Sends a request of a task to the client, and passes the response to the task. */
async function passOn(
  board: TaskBoard,
  task: TaskRecord,
  { key, request }: { readonly key: string; readonly request: JsonObject },
  { exchange, meta, isOnly, openRequester }: Follower,
): Promise<void> {
  const method = request['method'] as ClientRequest['method'];
  const { params } = request;
  const requestParams = isJsonObject(params) ? params : undefined;
  const clientRequest: ClientRequest = {
    method,
    key,
    params: meta === undefined ? requestParams : { ...requestParams, _meta: meta },
    timeoutMs: limitWait(),
    // The task itself reads the client's response.
    read: (result) => ({ result }),
    ...(method === 'elicitation/create' ? { fallback: { action: 'cancel' } } : {}),
  };
  try {
    const requester = await openRequester();
    const response = await requester.send(clientRequest);
    if (!exchange.isClosed) await board.takeResponses(task, { [key]: response }, exchange.span?.traceparent);
  } catch (error) {
    const isFinal = isOnly === true || error instanceof RefusalError;
    if (isFinal && !exchange.isClosed) await board.cancel(task, messageOf(error)).catch(() => {});
  }
}

/** Reads the pending client requests of a task, by key. */
function readInputRequests({ status, detail }: TaskRecord): readonly (readonly [string, JsonObject])[] {
  if (status !== 'input_required' || detail === undefined) return [];
  const { inputRequests } = JSON.parse(`{${detail}}`) as JsonObject;
  if (!isJsonObject(inputRequests)) return [];
  return Object.entries(inputRequests).flatMap(([key, request]) => (isJsonObject(request) ? [[key, request]] : []));
}
