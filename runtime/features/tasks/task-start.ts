import type { TaskOptions } from '../../core/api/definition.js';
import type { Outcome, Span } from '../../core/api/telemetry.js';
import { Exchange } from '../../core/exchange/exchange.js';
import {
  maxRetries,
  noResponse,
  withReason,
  type ClientRequest,
  type ClientRequester,
} from '../../core/exchange/client-requester.js';
import type { JsonObject } from '../../wire/json.js';
import type { ResultBody } from '../../core/results/result-body.js';
import type { Service } from '../../core/service/service.js';
import type { StartedCall } from '../../core/service/task-port.js';
import type { RunningTask, TaskState } from './running-task.js';
import type { TaskForm } from './task-form.js';
import { tasksOf } from './tasks-of.js';

/**
 * Call that may become a task. Messages, progress and client requests of its handler belong to the request until the
 * task has started, and then to the task.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
 */
export class TaskStart implements StartedCall {
  /**
   * Exchange of the call. Its messages belong to the request until the task has started; a task cannot send messages.
   */
  readonly exchange: Exchange;
  /** The task; `undefined` until it has started. */
  task: RunningTask | undefined;
  /** Span of the task. Absent without telemetry. */
  taskSpan: Span | undefined;
  readonly #service: Service;
  readonly #request: Exchange;
  readonly #options: TaskOptions;
  readonly #form: TaskForm;
  readonly #resolve: (body: ResultBody) => void;
  #isAnswered = false;
  #beginning: Promise<void> | undefined;

  /**
   * @param request The exchange of the request.
   * @param resolve Responds to the request.
   */
  constructor(
    service: Service,
    request: Exchange,
    options: TaskOptions,
    form: TaskForm,
    resolve: (body: ResultBody) => void,
  ) {
    this.#service = service;
    this.#request = request;
    this.#options = options;
    this.#form = form;
    this.#resolve = resolve;
    const { auth, http, peer, socket } = request.channel;
    const send = (message: Parameters<Exchange['notify']>[0]): void => {
      if (this.task === undefined) request.notify(message);
    };
    this.exchange = new Exchange(request.id, { send, respond: () => {}, auth, http, peer, socket });
    // The span of the request ends only once, and also contains the parts of the task.
    this.exchange.span = request.span;
    this.exchange.method = request.method;
    this.exchange.onBegin(() => request.begin());
    const stop = (): void => {
      if (this.task === undefined) this.#stop(request.signal.reason as Error);
    };
    if (request.signal.aborted) stop();
    else request.signal.addEventListener('abort', stop);
  }

  begin(): Promise<void> {
    return (this.#beginning ??= this.#begin());
  }

  /** Responds to the request. Returns `false` if it already has a response. */
  respond(body: ResultBody): boolean {
    const isFirst = !this.#isAnswered;
    this.#isAnswered = true;
    this.#resolve(body);
    return isFirst;
  }

  showProgress(progress: number, total?: number, message?: string): boolean {
    this.task?.showProgress(progress, total, message);
    return this.task !== undefined;
  }

  /** @param requester Sends the client requests of the call until the task has started. */
  joinRequester(requester: ClientRequester): ClientRequester {
    return {
      send: (clientRequest) =>
        this.task === undefined ? requester.send(clientRequest) : requestClient(this.task, clientRequest),
      refuse: async (requiredCapabilities) => {
        if (this.task === undefined) return requester.refuse(requiredCapabilities);
        // The handler may catch the error, because the handler is not run again.
        throw this.#form.refuse(requiredCapabilities);
      },
      step: (name, run) => (this.task === undefined ? requester.step(name, run) : run()),
    };
  }

  async #begin(): Promise<void> {
    const principal = this.exchange.channel.auth?.principal;
    const stop = (reason: Error): void => this.#stop(reason);
    const { task, record } = await tasksOf(this.#service).begin(this.#options, principal, stop);
    this.task = task;
    const span = this.#request.span?.startTask(record.taskId);
    this.taskSpan = span;
    if (span !== undefined) task.onEnd = (state) => span.end(describeEnd(state));
    const isKnown = !this.#request.isClosed && this.respond(this.#form.describe(record));
    if (!isKnown) await task.cancel(new Error('The request ended before the task started'));
  }

  #stop(reason: Error): void {
    this.exchange.close(undefined);
    this.exchange.abort(reason);
  }
}

function describeEnd({ status, statusMessage = '' }: TaskState): Outcome {
  if (status === 'completed') return {};
  return { errorType: status === 'cancelled' ? 'cancelled' : '_OTHER', message: statusMessage };
}

/** Sends a client request of a task, which is pending in the task until the client responds. The handler waits. */
async function requestClient(task: RunningTask, clientRequest: ClientRequest): Promise<JsonObject> {
  const { method, fallback } = clientRequest;
  let { params } = clientRequest;
  for (let retry = 0; retry <= maxRetries; retry += 1) {
    const reading = await task.request({ ...clientRequest, params });
    if (reading === undefined) break;
    if ('result' in reading) return reading.result;
    params = withReason(clientRequest.params, reading.problem);
  }
  if (fallback === undefined) throw noResponse(method);
  return fallback;
}
