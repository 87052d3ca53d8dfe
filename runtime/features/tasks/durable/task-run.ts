import { StoreError } from '../../../core/api/store.js';
import type { Outcome } from '../../../core/api/telemetry.js';
import { Exchange } from '../../../core/exchange/exchange.js';
import { CallContext } from '../../../core/calls/call-context.js';
import { callTool } from '../../../core/calls/call-tool.js';
import type { CallSource, Conversation } from '../../../core/client-requests/conversation.js';
import {
  ModernClientRequester,
  type PendingResult,
  type FlowKeeper,
} from '../../../core/eras/modern/modern-client-requester.js';
import { lackOf, type ClientRequester } from '../../../core/exchange/client-requester.js';
import { encodeResult as encodeLegacy } from '../../../core/eras/legacy/serve-legacy-request.js';
import { encodeResult } from '../../../core/eras/modern/serve-modern-request.js';
import type { IssuedRequest } from '../../../core/eras/modern/flow.js';
import type { JsonObject } from '../../../wire/json.js';
import type { MessageText } from '../../../wire/json-rpc.js';
import { parseJson } from '../../../wire/parse-json.js';
import { waitAtMost, withResolver } from '../../../wire/promises.js';
import { isModernVersion } from '../../../wire/protocol-versions.js';
import { CredentialsError, VisibleError } from '../../../core/api/errors.js';
import { messageOf, ProtocolError } from '../../../wire/protocol-error.js';
import type { ResultBody } from '../../../core/results/result-body.js';
import { reportThrown } from '../../../core/service/report-thrown.js';
import type { Tool } from '../../../core/service/tool.js';
import { callKey } from '../durable-call.js';
import { queueOf } from '../queue-of.js';
import type { RunningTask } from '../running-task.js';
import type { KeptResponse, KeptTask } from '../shared-tasks.js';
import { OvertakenError, type DurableFlow, type DurableState } from './durable-state.js';
import type { WorkerHost } from './worker-host.js';

/** Maximum number of retries of a call after an error. */
const maxRetries = 3;
/** Delay before the first retry, in milliseconds; each further retry waits four times as long. */
const firstDelayMs = 1000;
/** Delay before a task that another process may have taken is redelivered, in milliseconds. */
const overtakenMs = 1000;

/** Outcome of a run other than a result or an error. After a failure, the call is repeated. */
type Ending = { readonly failure: unknown } | 'stopped' | 'drained';

/**
 * One run of the handler of a durable task.
 *
 * @see docs/decisions/0037-a-durable-call-is-a-flow-without-a-client.md
 */
export class TaskRun {
  readonly #host: WorkerHost;
  readonly #kept: KeptTask;
  readonly #state: DurableState;
  readonly #input: TaskRunInput;
  /** Parameters of the request that created the task. */
  readonly #params: JsonObject;
  readonly #exchange: Exchange;
  /** Resolves when the run must stop because the task has ended or another process continues it. */
  readonly #stopped = withResolver<Ending>();
  /** Resolves with the error if the state cannot be stored. */
  readonly #broken = withResolver<Error>();
  /** Resolves when the handler is suspended because the worker shuts down. */
  readonly #halted = withResolver();
  /** Resolves when the worker no longer waits for the handler. */
  readonly #drained = withResolver<Ending>();
  /** Keys of client requests. */
  readonly #keys: Set<string>;
  #isOvertaken = false;
  #isDraining = false;
  #task: RunningTask | undefined;
  #requester: ModernClientRequester | undefined;
  #pendingResult: PendingResult | undefined;
  #failure: { readonly failure: unknown } | undefined;

  constructor(host: WorkerHost, kept: KeptTask, state: DurableState, input: TaskRunInput) {
    this.#host = host;
    this.#kept = kept;
    this.#state = state;
    this.#input = input;
    this.#keys = new Set(state.flow.keys);
    this.#params = parseJson(state.call.params) as JsonObject;
    const { auth, http } = state.call;
    const request = http && { ...http, header: () => undefined };
    this.#exchange = new Exchange(0, { send: () => {}, respond: () => {}, auth, http: request });
  }

  /**
   * @returns Delay before the task must be redelivered, in milliseconds; `undefined`: never.
   * @throws StoreError if the store cannot be reached for ten minutes.
   */
  async run(): Promise<number | undefined> {
    const { lost } = this.#input;
    const task = await this.#host.board.run(this.#kept, (reason) => this.#stop(reason));
    this.#task = task;
    this.#observe();
    const { span } = this.#exchange;
    const body = span === undefined ? this.#call() : span.run(() => this.#call());
    const forgetLost = onAbort(lost, () => this.#overtake());
    const forgetStopping = onAbort(this.#host.stopping, () => void this.#drain(body));
    try {
      const broken = this.#broken.promise.then((error) => Promise.reject(error));
      const ending = await Promise.race([body, this.#stopped.promise, broken, this.#drained.promise]);
      return await this.#end(task, ending);
    } catch (error) {
      return await this.#endBroken(task, error);
    } finally {
      forgetLost();
      forgetStopping();
    }
  }

  /** Begins the span of the run, which is linked to the last run and to the requests that delivered responses. */
  #observe(): void {
    const { service } = this.#host;
    const { call, flow } = this.#state;
    const resumed = { taskId: call.taskId, params: this.#params, carrier: call.trace };
    this.#exchange.span = service.telemetry?.resume?.(service, resumed, this.#exchange.channel);
    const responses = [...this.#input.responses.values()];
    for (const each of [flow.traceparent, ...responses.map(({ traceparent }) => traceparent)]) {
      if (each !== undefined) this.#exchange.span?.link(each);
    }
  }

  /** Ends the span of the run. The next run will be linked to it. */
  #endSpan(outcome: Outcome): Pick<DurableFlow, 'traceparent'> {
    const { span } = this.#exchange;
    span?.end(outcome);
    return { traceparent: span?.traceparent };
  }

  /** Calls the handler. */
  #call(): Promise<ResultBody | Ending> {
    const { call, flow } = this.#state;
    const { revision: protocolVersion, client, clientCapabilities, logLevel } = call;
    const params = this.#params;
    const source: CallSource = {
      idempotencyKey: flow.id,
      task: {
        begin: async () => {},
        showProgress: (...progress) => {
          this.#task?.showProgress(...progress);
          return true;
        },
        takeFailure: (error) => this.#takeFailure(error),
      },
      openRequester: async (conversation) => this.#openRequester(conversation),
    };
    const caller = { protocolVersion, client, clientCapabilities, logLevel };
    const context = new CallContext(this.#exchange, caller, params['_meta'], source, this.#host.service.state.app);
    return new Promise((resolve, reject) => {
      const pendingResult = { isFinished: false, replace: resolve };
      this.#pendingResult = pendingResult;
      const serve = async (): Promise<ResultBody> => callTool(this.#host.service, params, context);
      const finish = (): void => {
        pendingResult.isFinished = true;
      };
      const served = serve();
      served.then(finish, finish);
      served.then(resolve, (error: unknown) => {
        if (this.#failure === undefined) reject(error as Error);
        else resolve(this.#failure);
      });
    });
  }

  #openRequester(conversation: Conversation): ClientRequester {
    const { flow } = this.#state;
    const responses = [...this.#input.responses].map(([key, { response }]) => [key, response] as const);
    const inputResponses = {
      ...(this.#params['inputResponses'] as JsonObject | undefined),
      ...Object.fromEntries(responses),
    };
    this.#requester = new ModernClientRequester({
      service: this.#host.service,
      exchange: this.#exchange,
      conversation,
      // Unused, because no client carries the state.
      binding: { request: '[]', principal: undefined },
      params: { inputResponses },
      flow: { id: flow.id, round: 0, asked: flow.asked, steps: flow.steps },
      pendingResult: this.#pendingResult,
      keeper: this.#keeper,
    });
    const requester = this.#requester;
    if (this.#isDraining) this.#halt();
    if (this.#isModern) return requester;
    return {
      send: (clientRequest) => requester.send(clientRequest),
      refuse: async (required) => Promise.reject(lackOf(required)),
      step: (...input) => requester.step(...input),
    };
  }

  /** Whether a modern request created the task. */
  get #isModern(): boolean {
    return isModernVersion(this.#state.call.revision);
  }

  #encode(body: ResultBody): MessageText {
    return this.#isModern ? encodeResult(this.#host.service, body) : encodeLegacy(body);
  }

  readonly #keeper: FlowKeeper = {
    now: () => this.#host.board.tasks.clock.now(),
    issueKey: (name) => {
      const base = name.replace(/#\d+$/u, '');
      let key = name;
      for (let number = 2; this.#keys.has(key); number += 1) key = `${base}#${number}`;
      this.#keys.add(key);
      return key;
    },
    beginStep: (name) => this.#change({ begun: [...this.#state.flow.begun, name] }),
    endStep: (name, outcome) => {
      const { begun, steps } = this.#state.flow;
      return this.#change({ begun: begun.filter((each) => each !== name), steps: [...steps, [name, outcome]] });
    },
    suspend: (asked, requests) => this.#suspend(asked, requests),
  };

  /** Stores the pending client requests, then shows them to the client. */
  async #suspend(asked: readonly IssuedRequest[], requests: ReadonlyMap<string, JsonObject>): Promise<ResultBody> {
    const { service, board } = this.#host;
    const { taskId } = this.#state.call;
    const ended = this.#endSpan({ resultType: 'input_required' });
    await this.#change({ phase: 'waiting', asked, keys: [...this.#keys], ...ended });
    const expiry = Math.min(...asked.map(({ expiresAt = Infinity }) => expiresAt));
    const leftMs = expiry - board.tasks.clock.now();
    if (expiry < Infinity) await queueOf(service).add(taskId, Math.max(1, leftMs));
    await this.#task?.leave(new Map([...requests].map(([key, request]) => [key, JSON.stringify(request)])));
    for (const key of this.#input.responses.keys()) await board.tasks.dropResponse(taskId, key);
    return { members: '', resultType: 'input_required' };
  }

  /** Changes the state of the call. Ends the run if it cannot be stored. */
  async #change(members: Partial<DurableFlow>): Promise<void> {
    try {
      await this.#state.change(members);
    } catch (error) {
      this.#broken.resolve(error as Error);
      throw error;
    }
  }

  #takeFailure(error: unknown): boolean {
    const { isRepeatable } = this.#input.tool.definition.task ?? {};
    const isMeant = error instanceof VisibleError || error instanceof CredentialsError;
    if (isRepeatable !== true || isMeant || this.#state.flow.failures >= maxRetries) return false;
    this.#failure = { failure: error };
    return true;
  }

  /** Waits until the running steps have ended, up to the shutdown timeout. */
  async #drain(body: Promise<unknown>): Promise<void> {
    this.#isDraining = true;
    if (this.#requester !== undefined) this.#halt();
    const finished = body.then(
      () => {},
      () => {},
    );
    await waitAtMost(this.#host.shutdownTimeoutMs, Promise.race([this.#halted.promise, finished]));
    this.#drained.resolve('drained');
  }

  #halt(): void {
    void this.#requester?.halt().then(this.#halted.resolve);
  }

  async #end(task: RunningTask, ending: ResultBody | Ending): Promise<number | undefined> {
    if (ending === 'drained') return this.#giveBack(task);
    if (ending === 'stopped') {
      await task.whenStored();
      return this.#isOvertaken ? overtakenMs : this.#cleanUp();
    }
    if ('failure' in ending) return this.#repeatLater(task, ending.failure);
    if (ending.resultType === 'input_required') return undefined;
    this.#endSpan(ending);
    await task.complete([this.#encode(ending)].flat().join(''));
    return this.#cleanUp();
  }

  /** Returns the task to the queue. */
  async #giveBack(task: RunningTask): Promise<number> {
    const ended = this.#endSpan({ errorType: 'interrupted' });
    this.#stop(new Error('The server is shutting down'));
    // The next worker decides what to do with an interrupted step.
    if (this.#state.flow.begun.length === 0) await this.#state.change({ phase: 'queued', ...ended });
    await task.leave();
    return 0;
  }

  async #repeatLater(task: RunningTask, failure: unknown): Promise<number> {
    const { steps, failures } = this.#state.flow;
    const delayMs = firstDelayMs * 4 ** failures;
    const { name } = this.#input.tool.definition;
    const attempt = `Attempt ${failures + 1} of ${maxRetries + 1} failed`;
    const message = `${attempt}: ${messageOf(failure)}`;
    reportThrown(this.#host.service.report, `TOOL: ${name}`, failure, undefined, { kind: 'WARNING', message });
    const done = steps.filter(([, outcome]) => !('error' in outcome));
    const ended = this.#endSpan({ errorType: '_OTHER', message: messageOf(failure) });
    await this.#state.change({ phase: 'queued', failures: failures + 1, begun: [], steps: done, ...ended });
    task.describe(`${attempt}. The next attempt begins in ${delayMs / 1000} s`);
    await task.leave();
    return delayMs;
  }

  async #endBroken(task: RunningTask, error: unknown): Promise<number | undefined> {
    const code = error instanceof ProtocolError ? { code: error.code } : { errorType: '_OTHER' };
    this.#endSpan({ ...code, message: messageOf(error) });
    if (error instanceof OvertakenError) this.#overtake();
    else if (error instanceof StoreError) task.drop();
    else await task.fail(error);
    this.#stop(error as Error);
    if (error instanceof StoreError) throw error;
    return this.#isOvertaken ? overtakenMs : this.#cleanUp();
  }

  /** Deletes the stored state. */
  async #cleanUp(): Promise<undefined> {
    await this.#host.board.tasks.store.remove(callKey(this.#state.call.taskId));
  }

  /** Called when another process continues the task. */
  #overtake(): void {
    this.#isOvertaken = true;
    this.#task?.drop();
  }

  /** Stops the handler, which can no longer affect the task. */
  #stop(reason: Error): void {
    this.#stopped.resolve('stopped');
    this.#exchange.close(undefined);
    this.#exchange.abort(reason);
  }
}

/**
 * Calls a listener when a signal is aborted; immediately if it already is. Returns a function that removes the
 * listener.
 */
function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener);
  return () => signal.removeEventListener('abort', listener);
}

/** Input of a run. */
interface TaskRunInput {
  readonly tool: Tool;
  /** The client's responses to pending requests, by key. */
  readonly responses: ReadonlyMap<string, KeptResponse>;
  /** Aborted when another process may continue the task. */
  readonly lost: AbortSignal;
}
