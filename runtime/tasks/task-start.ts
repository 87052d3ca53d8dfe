import type { CallContext, Caller } from '../features/call-context.js';
import type { TaskOptions } from '../api/definition.js';
import { Exchange } from '../exchange/exchange.js';
import type { InteractionSource } from '../interaction/interaction.js';
import type { Dialog } from '../interaction/dialog.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { encodeTask } from './encode-task.js';
import type { RunningTask } from './running-task.js';
import { tasksOf } from './task-board.js';
import { TaskContext } from './task-context.js';
import { TaskDialog } from './task-dialog.js';

/**
 * The passage of a call from its request to a task. Before, all that it says goes to the request; afterwards, to the task.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
 */
export class TaskStart {
  /** That of the call; what is sent on it goes to the request, until the task has begun. */
  readonly exchange: Exchange;
  readonly #service: Service;
  readonly #request: Exchange;
  readonly #options: TaskOptions;
  readonly #answer: (body: ResultBody) => boolean;
  #task: RunningTask | undefined;
  #beginning: Promise<void> | undefined;

  /**
   * @param request The exchange of the request.
   * @param answer Answers the request, unless it has been answered; returns whether it did.
   */
  constructor(service: Service, request: Exchange, options: TaskOptions, answer: (body: ResultBody) => boolean) {
    this.#service = service;
    this.#request = request;
    this.#options = options;
    this.#answer = answer;
    const { auth, http, peer } = request.channel;
    this.exchange = new Exchange(request.id, {
      // A task has no way to send messages.
      send: (message) => this.#task ?? request.notify(message),
      respond: () => {},
      auth,
      http,
      peer,
    });
    const stop = (): void => {
      if (this.#task === undefined) this.#stop(request.signal.reason as Error);
    };
    if (request.signal.aborted) stop();
    else request.signal.addEventListener('abort', stop);
  }

  /** Absent until it has begun. */
  get task(): RunningTask | undefined {
    return this.#task;
  }

  /** The definition leaves it to the handler when to begin. */
  get isUpToHandler(): boolean {
    return this.#options.begins === 'handler';
  }

  /**
   * Begins the task and answers the request with it, unless that has been done.
   *
   * @throws ProtocolError 429 when there are too many tasks.
   */
  begin(): Promise<void> {
    return (this.#beginning ??= this.#begin());
  }

  /** The context of the call. */
  createContext(caller: Caller, meta: unknown, source: InteractionSource): CallContext {
    return new TaskContext(this, caller, meta, source);
  }

  /** @param dialog How the call asks as long as it is no task. */
  joinDialog(dialog: Dialog): Dialog {
    return new TaskDialog(this, dialog);
  }

  async #begin(): Promise<void> {
    const stop = (reason: Error): void => this.#stop(reason);
    const { auth } = this.exchange.channel;
    const { task, record } = await tasksOf(this.#service).begin(this.#options, auth?.principal, stop);
    this.#task = task;
    const isKnown = !this.#request.isClosed && this.#answer({ members: encodeTask(record), resultType: 'task' });
    if (!isKnown) await task.cancel(new Error('The request was over before the task began'));
  }

  #stop(reason: Error): void {
    this.exchange.close(undefined);
    this.exchange.abort(reason);
  }
}
