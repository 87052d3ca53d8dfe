import type { TaskOptions } from '../../core/api/definition.js';
import { StoreError } from '../../core/api/store.js';
import { Exchange, type Caller } from '../../core/exchange/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import type { ResultBody } from '../../core/results/result-body.js';
import { reportThrown } from '../../core/service/report-thrown.js';
import type { Service } from '../../core/service/service.js';
import type { StartedCall } from '../../core/service/task-port.js';
import { seal } from '../../core/sharing/state-seal.js';
import { callKey, describeCall } from './durable-call.js';
import { newTask } from './new-task.js';
import { queueOf } from './queue-of.js';
import { SharedTasks, type SharedRecord } from './shared-tasks.js';

/**
 * Call that becomes a durable task. If its arguments are valid, it is queued, and the response to the request is the
 * task. Its handler runs in a worker.
 */
export class DurableStart implements StartedCall {
  /** Exchange of the call. It is closed when the task has started, so that the handler is not called. */
  readonly exchange: Exchange;
  readonly #service: Service;
  readonly #request: Exchange;
  readonly #params: JsonObject;
  readonly #caller: Caller;
  readonly #options: TaskOptions;
  readonly #respond: (record: SharedRecord) => void;

  /** @param respond Responds to the request when the task has started. */
  constructor(
    service: Service,
    request: Exchange,
    call: { readonly params: JsonObject; readonly caller: Caller; readonly options: TaskOptions },
    respond: (record: SharedRecord) => void,
  ) {
    this.#service = service;
    this.#request = request;
    this.#params = call.params;
    this.#caller = call.caller;
    this.#options = call.options;
    this.#respond = respond;
    const { auth, http, peer } = request.channel;
    this.exchange = new Exchange(request.id, { send: () => {}, respond: () => {}, auth, http, peer });
    request.beforeClose(() => this.exchange.close(undefined));
  }

  /**
   * Queues the call.
   *
   * @throws ProtocolError 429 if there are too many tasks, -32603 if the call cannot be stored.
   */
  async begin(): Promise<void> {
    const { stores } = this.#service;
    if (stores === undefined) throw new ProtocolError(-32603, 'The server has no store');
    const tasks = new SharedTasks(this.#service, stores.shared);
    let record: SharedRecord | undefined;
    try {
      await tasks.clock.compare();
      record = newTask(this.#options, this.exchange.channel.auth?.principal, tasks.clock.now());
      await this.#keep(tasks, record);
    } catch (error) {
      if (record !== undefined) await tasks.forget(record).catch(() => {});
      if (error instanceof ProtocolError) throw error;
      reportThrown(this.#service.report, 'TASK', error, this.exchange);
      throw new ProtocolError(-32603, error instanceof StoreError ? 'The store cannot be reached' : 'Internal error');
    }
    const isOver = this.#request.isClosed;
    this.exchange.close(undefined);
    this.#respond(record);
    if (!isOver) return;
    const statusMessage = 'The request ended before the task started';
    await tasks.end(record.taskId, { status: 'cancelled', statusMessage, detail: undefined });
  }

  showProgress(): boolean {
    return false;
  }

  async #keep(tasks: SharedTasks, record: SharedRecord): Promise<void> {
    const { taskId, ttlMs } = record;
    const call = describeCall(taskId, this.#params, this.#request, this.#caller);
    const sealed = await seal(this.#service, JSON.stringify(call));
    await tasks.add(record);
    await tasks.store.write(callKey(taskId), sealed, ttlMs);
    await queueOf(this.#service).add(taskId);
  }
}

/**
 * Serves a call that becomes a durable task, unless it ends earlier, for example because of invalid arguments.
 *
 * @param serve Checks the call, and starts the task instead of calling the handler.
 * @param respond Creates the response to a call that has become a task.
 */
export function startDurably(
  service: Service,
  request: Exchange,
  call: ConstructorParameters<typeof DurableStart>[2],
  serve: (start: DurableStart) => ResultBody | Promise<ResultBody>,
  respond: (record: SharedRecord) => ResultBody | Promise<ResultBody>,
): Promise<ResultBody> {
  return new Promise((resolve, reject) => {
    const start = new DurableStart(service, request, call, (record) => resolve(respond(record)));
    const serveStarted = async (): Promise<ResultBody> => serve(start);
    // If the task has started, the request already has its response.
    serveStarted().then(resolve, reject);
  });
}
