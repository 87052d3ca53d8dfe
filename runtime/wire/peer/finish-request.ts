import { isJsonObject, type JsonObject } from '../json.js';
import { pause } from '../pause.js';
import { PeerError } from './peer.js';

/** Options of {@link finishRequest}. */
export interface FinishOptions {
  /** Sends the request with additional parameters. */
  readonly send: (more: JsonObject) => Promise<JsonObject>;
  /** Sends a request about the task that the original call became. */
  readonly request: (method: string, params: JsonObject) => Promise<JsonObject>;
  /** Returns the result of a client request. Called for all client requests in a result together, in order. */
  readonly ask: (clientRequest: JsonObject) => Promise<JsonObject>;
  /** Called with each state of the task. */
  readonly onTask?: ((task: JsonObject) => void) | undefined;
  /** Called if a client request of the task gets no response, or the server refuses it. Default: the request fails. */
  readonly onResponseFailed?: ((error: unknown) => void) | undefined;
  /** Signal that cancels the task, whose end is then awaited. */
  readonly signal?: AbortSignal | undefined;
  /** Returns the delay until the task is polled again, in milliseconds. */
  readonly pollMs: (task: JsonObject) => number;
  /** Maximum number of rounds of client requests. Default: no limit. */
  readonly maxRounds?: number;
}

/**
 * Sends a request until it has its final result: responds to client requests with new requests, and polls the task that
 * the request may become. A request of a legacy protocol version has its final result immediately.
 *
 * @throws {PeerError} for an error of the server, or a task without a result; the errors of `ask`
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow
 */
export async function finishRequest(options: FinishOptions): Promise<JsonObject> {
  const { send, ask, maxRounds = Infinity } = options;
  let result = await send({});
  for (let round = 1; result['resultType'] === 'input_required'; round += 1) {
    if (round > maxRounds) throw new PeerError(`The server sent client requests ${maxRounds} times in a row.`);
    const { requestState } = result;
    const responses = inputRequestsOf(result).map(
      async ([key, clientRequest]) => [key, await ask(clientRequest)] as const,
    );
    const inputResponses = Object.fromEntries(await Promise.all(responses));
    result = await send({
      ...(Object.keys(inputResponses).length > 0 && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    });
  }
  return result['resultType'] === 'task' ? followTask(result, options) : result;
}

/** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status */
async function followTask(created: JsonObject, options: FinishOptions): Promise<JsonObject> {
  const failures: unknown[] = [];
  const { ask, request, onTask, onResponseFailed = (error) => failures.push(error), pollMs } = options;
  const { signal = new AbortController().signal } = options;
  const { taskId } = created;
  const sent = new Set<string>();
  /** Sends each response as soon as it is available, because the task continues meanwhile. */
  const respond = async (key: string, clientRequest: JsonObject): Promise<void> => {
    const inputResponses = { [key]: await ask(clientRequest) };
    await request('tasks/update', { taskId, inputResponses });
  };
  let isCancelled = false;
  for (let task = created; ; task = await request('tasks/get', { taskId })) {
    onTask?.(task);
    if (!isOpen(task)) return readResult(task);
    for (const [key, clientRequest] of inputRequestsOf(task).filter(([each]) => !sent.has(each))) {
      sent.add(key);
      respond(key, clientRequest).catch(onResponseFailed);
    }
    await pause(pollMs(task), isCancelled ? new AbortController().signal : signal).catch(() => {});
    if (failures.length > 0) throw failures[0];
    if (!signal.aborted || isCancelled) continue;
    isCancelled = true;
    await request('tasks/cancel', { taskId });
  }
}

function inputRequestsOf({ inputRequests }: JsonObject): readonly (readonly [string, JsonObject])[] {
  const entries = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
  return entries.map(([key, clientRequest]) => [key, isJsonObject(clientRequest) ? clientRequest : {}]);
}

function isOpen({ status }: JsonObject): boolean {
  return status === 'working' || status === 'input_required';
}

/** @throws {PeerError} for a task that has no result */
function readResult({ status, statusMessage, result, error }: JsonObject): JsonObject {
  if (status === 'completed') return isJsonObject(result) ? result : {};
  if (status === 'cancelled') throw new PeerError('The task was cancelled.');
  if (status !== 'failed') throw new PeerError(`The task ended with status ${String(status)}.`);
  const { code, message = statusMessage, data } = isJsonObject(error) ? error : {};
  const text = typeof message === 'string' ? message : 'The task has failed.';
  throw new PeerError(text, typeof code === 'number' ? code : undefined, data);
}
