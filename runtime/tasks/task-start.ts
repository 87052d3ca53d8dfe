import type { TaskOptions } from '../api/definition.js';
import type { HandlerContext } from '../api/handler-context.js';
import type { Caller } from '../exchange/caller.js';
import { Exchange } from '../exchange/exchange.js';
import { CallContext } from '../features/call-context.js';
import { limitWait, maximalRetries, withReason, type Dialog, type Question } from '../interaction/dialog.js';
import type { ConversationSource } from '../interaction/conversation.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { encodeTask, type RunningTask } from './running-task.js';
import { tasksOf } from './task-board.js';

/**
 * A call that may become a task. Messages, progress and questions of its handler belong to the request until the task has
 * begun, and to the task afterwards.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
 */
export class TaskStart {
  /** The exchange of the call. Its messages go to the request until the task has begun; a task cannot send any. */
  readonly exchange: Exchange;
  /** Absent until the task has begun. */
  task: RunningTask | undefined;
  readonly #service: Service;
  readonly #request: Exchange;
  readonly #options: TaskOptions;
  readonly #answer: (body: ResultBody) => boolean;
  #beginning: Promise<void> | undefined;

  /**
   * @param request The exchange of the request.
   * @param answer Answers the request. Returns false when it was answered before.
   */
  constructor(service: Service, request: Exchange, options: TaskOptions, answer: (body: ResultBody) => boolean) {
    this.#service = service;
    this.#request = request;
    this.#options = options;
    this.#answer = answer;
    const { auth, http, peer } = request.channel;
    const send = (message: Parameters<Exchange['notify']>[0]): void => {
      if (this.task === undefined) request.notify(message);
    };
    this.exchange = new Exchange(request.id, { send, respond: () => {}, auth, http, peer });
    const stop = (): void => {
      if (this.task === undefined) this.#stop(request.signal.reason as Error);
    };
    if (request.signal.aborted) stop();
    else request.signal.addEventListener('abort', stop);
  }

  /** The handler decides when the task begins. Otherwise it begins before the handler is called. */
  get isUpToHandler(): boolean {
    return this.#options.begins === 'handler';
  }

  /**
   * Begins the task and answers the request with it. A second call changes nothing.
   *
   * @throws ProtocolError 429 when there are too many tasks.
   */
  begin(): Promise<void> {
    return (this.#beginning ??= this.#begin());
  }

  /** The context of the call. */
  createContext(caller: Caller, meta: unknown, source: ConversationSource): CallContext {
    return new TaskContext(this, caller, meta, source);
  }

  /** @param dialog Asks the questions of the call until the task has begun. */
  joinDialog(dialog: Dialog): Dialog {
    return new TaskDialog(this, dialog);
  }

  async #begin(): Promise<void> {
    const principal = this.exchange.channel.auth?.principal;
    const { task, record } = await tasksOf(this.#service).begin(this.#options, principal, (reason) =>
      this.#stop(reason),
    );
    this.task = task;
    const isKnown = !this.#request.isClosed && this.#answer({ members: encodeTask(record), resultType: 'task' });
    if (!isKnown) await task.cancel(new Error('The request was over before the task began'));
  }

  #stop(reason: Error): void {
    this.exchange.close(undefined);
    this.exchange.abort(reason);
  }
}

/** The context of a call that may become a task. The progress of a task becomes its status message. */
class TaskContext extends CallContext {
  override readonly beforeHandler: () => Promise<void>;
  readonly #start: TaskStart;

  constructor(start: TaskStart, caller: Caller, meta: unknown, source: ConversationSource) {
    super(start.exchange, caller, meta, source);
    this.#start = start;
    this.beforeHandler = start.isUpToHandler ? async () => {} : () => start.begin();
  }

  override get beginTask(): HandlerContext['beginTask'] {
    return () => this.#start.begin();
  }

  /** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications */
  override get progress(): HandlerContext['progress'] {
    const report = super.progress;
    return (progress, total, message) => {
      const { task } = this.#start;
      if (task === undefined) report(progress, total, message);
      else if (message !== undefined) task.describe(message);
      else if (Number.isFinite(progress)) {
        task.describe(Number.isFinite(total) ? `${progress} of ${total}` : `${progress}`);
      }
    };
  }
}

/**
 * Asks the questions of a task: a question stands in the task until the client has answered it, and the handler waits.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
 */
class TaskDialog implements Dialog {
  readonly #start: TaskStart;
  readonly #before: Dialog;

  /** @param before Asks the questions until the task has begun. */
  constructor(start: TaskStart, before: Dialog) {
    this.#start = start;
    this.#before = before;
  }

  put(question: Question): Promise<JsonObject> {
    const { task } = this.#start;
    return task === undefined ? this.#before.put(question) : ask(task, question);
  }

  /** Throws an error that the handler may catch: the handler is not run again. */
  async refuse(requiredCapabilities: JsonObject): Promise<never> {
    if (this.#start.task === undefined) return this.#before.refuse(requiredCapabilities);
    throw new ProtocolError(-32021, 'Missing required client capability', { requiredCapabilities });
  }

  step(name: string, run: () => Promise<string | undefined>): Promise<string | undefined> {
    return this.#start.task === undefined ? this.#before.step(name, run) : run();
  }
}

async function ask(task: RunningTask, question: Question): Promise<JsonObject> {
  const { method, key, fallback } = question;
  let { params } = question;
  for (let retry = 0; retry <= maximalRetries; retry += 1) {
    const reading = await task.ask({
      name: key,
      request: JSON.stringify({ method, params }),
      // The longest wait does not apply to a task: its own time to live bounds its questions.
      timeoutMs: question.timeoutMs < limitWait() ? question.timeoutMs : undefined,
      read: (response) => (isJsonObject(response) ? question.read(response) : undefined),
    });
    if (reading === undefined) break;
    if ('answer' in reading) return reading.answer;
    params = withReason(question.params, reading.misfit);
  }
  if (fallback === undefined) throw new Error(`The client gave no answer to ${method}`);
  return fallback;
}
