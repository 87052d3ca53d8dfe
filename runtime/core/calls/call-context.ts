import type { Credentials } from '../api/credentials.js';
import type { Delegation, PageVisit } from '../api/delegation.js';
import type { Elicitations } from '../api/definition.js';
import type { Caller, Exchange } from '../exchange/exchange.js';
import {
  logLevels,
  type AuthInfo,
  type ClientIdentity,
  type HttpRequestInfo,
  type Logger,
  type LogLevel,
  type RequestContext,
  type TraceContext,
} from '../api/request-context.js';
import type { DeprecatedHandlerContext, DeprecatedRequestContext } from '../api/deprecated-context.js';
import type { ElicitFunction, HandlerContext, NoElicitations } from '../api/handler-context.js';
import type { Service } from '../service/service.js';
import { addDeclared, deprecatedMembers, type EnteredHandler } from './deprecated-members.js';
import type { FileRange } from '../../wire/file-uri.js';
import type { ClientRequester } from '../exchange/client-requester.js';
import { Conversation, type CallSource } from '../client-requests/conversation.js';
import type { TaskSwitch } from '../service/task-port.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { encodeNotification } from '../../wire/json-rpc.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';

/** Maximum number of notifications per second for each request; excess notifications are dropped. */
const maxPerSecond = 1000;

/** Members under their old names, which `deprecated-members.ts` defines. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- they are defined below
export interface CallContext extends DeprecatedRequestContext, DeprecatedHandlerContext<ElicitFunction> {}

/** The context that handlers get as their second argument. */
export class CallContext implements HandlerContext<NoElicitations, never> {
  readonly protocolVersion: ProtocolVersion;
  readonly client?: ClientIdentity;
  readonly clientCapabilities: JsonObject;
  readonly meta: JsonObject;
  /** URI that is read, for resource template handlers. */
  uri = '';
  /** Decides whose credentials APIs are called with; read by `features/apis`. */
  credentials: Credentials<never, never> | undefined;
  /** Calls APIs on behalf of the caller; read by `features/apis`. */
  delegation: Delegation | undefined;
  /** Whether API responses go to code, not to a model: they are not truncated and have no notes. */
  wholeResponses = false;
  /** Whether clients can read resources, so that a large file of an API becomes a resource link. */
  hasFileLinks = false;
  /** Names of the arguments that the server added to those of the caller: results do not repeat them. */
  supplied: readonly string[] = [];
  /** Set if a file of an API is read instead of calling its tool; without `range`, the complete file. */
  fileRead: { readonly range: FileRange | undefined } | undefined;
  /** Functions that throw the errors that the tool declares, by name. `undefined`: it declares none. */
  fail: object | undefined;
  /** The handler that is called; `undefined` before the call. */
  handler: EnteredHandler | undefined;
  /** The request, for reports and telemetry. */
  readonly exchange: Exchange;
  /** Return value of `setup`; only the handlers know its type. */
  readonly app: never;
  readonly #caller: Caller;
  readonly #source: CallSource;
  #conversation: Conversation | undefined;
  #lastProgress = -Infinity;
  #elicitations: Elicitations = {};
  /** Aborts only a nested call; `undefined` for other calls. */
  #controller: AbortController | undefined;
  /** Aborts the branch with its parent. */
  #stop = (): void => {};
  #second = 0;
  #notifiedInSecond = 0;

  /**
   * @param meta `_meta` of the request, as the client sent it.
   * @param source Parts of the call that depend on the era.
   * @param app Return value of `setup`.
   */
  constructor(exchange: Exchange, caller: Caller, meta: unknown, source: CallSource, app: unknown) {
    this.exchange = exchange;
    this.app = app as never;
    this.#caller = caller;
    this.protocolVersion = caller.protocolVersion;
    if (caller.client !== undefined) this.client = caller.client;
    this.clientCapabilities = caller.clientCapabilities;
    this.meta = isJsonObject(meta) ? meta : {};
    this.#source = source;
  }

  /**
   * Marks the start of a handler call, for the order of responses, reports and the replay warning.
   *
   * @param name With `kind`, the handler's name in reports.
   * @param elicitations The elicitations that the definition declares for the handler.
   */
  enter(
    service: Service,
    kind: 'TOOL' | 'PROMPT' | 'RESOURCE' | 'LIST' | 'COMPLETION',
    name: string,
    elicitations: Elicitations = {},
  ): void {
    this.#elicitations = elicitations;
    this.handler = { service, kind, name };
    if (this.#controller !== undefined) return;
    this.exchange.begin();
    this.#source.replayWatch?.start(`${kind}: ${name}`);
  }

  /**
   * Creates the context of a nested call: it shares the client requests, log and caller of the request, but sends no
   * progress, never becomes a task, and can be aborted alone.
   */
  branch(): CallContext {
    const { progressToken: _progressToken, ...meta } = this.meta;
    const source = { openRequester: this.#source.openRequester.bind(this.#source) };
    const branch = new CallContext(this.exchange, this.#caller, meta, source, this.app);
    const controller = new AbortController();
    branch.#controller = controller;
    branch.#conversation = this.conversation.branch();
    const { signal } = this;
    branch.#stop = () => controller.abort(signal.reason);
    if (signal.aborted) branch.#stop();
    else signal.addEventListener('abort', branch.#stop, { once: true });
    return branch;
  }

  /** Ends a branch: its client requests no longer count, and it is no longer aborted with its parent. */
  endBranch(branch: CallContext): void {
    this.signal.removeEventListener('abort', branch.#stop);
    this.conversation.endBranch(branch.conversation);
  }

  /** Key of the caller for limits. */
  get callerKey(): string {
    const { auth, peer = '' } = this.exchange.channel;
    return auth?.principal ?? peer;
  }

  /** Created on first use: most handlers never send client requests. */
  get conversation(): Conversation {
    return (this.#conversation ??= new Conversation(this.#caller, this.#source, this.exchange.span));
  }

  /** Opens the requester for the client of the request, for parts that serve a method themselves. */
  openRequester(): Promise<ClientRequester> {
    return this.#source.openRequester(this.conversation);
  }

  get http(): HttpRequestInfo | undefined {
    return this.exchange.channel.http;
  }

  get auth(): AuthInfo | undefined {
    return this.exchange.channel.auth;
  }

  get trace(): TraceContext | undefined {
    return readTrace(this.meta);
  }

  get signal(): AbortSignal {
    return this.#controller?.signal ?? this.exchange.signal;
  }

  /** Whether the request has been answered or cancelled. */
  get isClosed(): boolean {
    return this.exchange.isClosed;
  }

  get log(): Logger {
    const methods = logLevels.map((level) => [
      level,
      (data: unknown, logger?: string) => this.#sendLog(level, data, logger),
    ]);
    return Object.fromEntries(methods) as Logger;
  }

  // Getters that return functions, because handlers may destructure the context.

  get progress(): RequestContext['progress'] {
    return (progress, total, message) => this.#sendProgress(progress, total, message);
  }

  get elicit(): HandlerContext['elicit'] {
    const elicit: Conversation['elicit'] = (...args) => this.conversation.elicit(...args);
    addDeclared(elicit, this, Object.keys(this.#elicitations));
    return elicit as HandlerContext['elicit'];
  }

  /**
   * Asks the user to open a page, for `features/delegation`. Resolves with `undefined` if the client does not support
   * that.
   */
  get visit(): (message: string, url: string, key: string) => Promise<PageVisit | undefined> {
    return async (message, url, key) => {
      if (!(await this.conversation.canShowPages())) return undefined;
      const elicitationId = crypto.randomUUID();
      const { action } = await this.conversation.elicit(
        message,
        { url },
        { key, unavailable: 'cancel' },
        elicitationId,
      );
      const finish = (): void => {
        const params = JSON.stringify({ elicitationId });
        if (protocolFeatures[this.protocolVersion].elicitationIds) {
          this.exchange.notify(encodeNotification('notifications/elicitation/complete', params));
        }
      };
      return { action: action as PageVisit['action'], finish };
    };
  }

  get elicitations(): NoElicitations {
    const elicitations = Object.entries(this.#elicitations).map(([name, elicitation]) => {
      const elicit = (values: JsonObject = {}) => this.conversation.elicitDeclared(name, elicitation, values);
      return [name, elicit] as const;
    });
    return Object.fromEntries(elicitations) as NoElicitations;
  }

  get sample(): HandlerContext['sample'] {
    const sample: Conversation['sample'] = (...args) => this.conversation.sample(...args);
    return sample as unknown as HandlerContext['sample'];
  }

  get roots(): HandlerContext['roots'] {
    const roots: Conversation['roots'] = (...args) => this.conversation.roots(...args);
    return roots as HandlerContext['roots'];
  }

  get step(): HandlerContext['step'] {
    const step: Conversation['step'] = (...args) => this.conversation.step(...args);
    return step as HandlerContext['step'];
  }

  get idempotencyKey(): string {
    return this.conversation.idempotencyKey;
  }

  get onSuspend(): HandlerContext['onSuspend'] {
    return (release) => void this.conversation.releases.push(release);
  }

  /** Turns the call into a task, if that is possible. */
  get task(): TaskSwitch | undefined {
    return this.#source.task;
  }

  get startTask(): HandlerContext['startTask'] {
    return async () => this.task?.begin();
  }

  closeStream(): void {
    if (this.protocolVersion === '2025-11-25' && !this.isClosed) this.exchange.channel.release?.();
  }

  /** Aborts the handler. A response can still be sent. */
  abort(reason: Error): void {
    if (this.#controller === undefined) this.exchange.abort(reason);
    else this.#controller.abort(reason);
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress */
  #sendProgress(progress: number, total?: number, message?: string): void {
    if (this.task?.showProgress(progress, total, message) === true) return;
    const progressToken = this.meta['progressToken'];
    if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) return;
    if (!Number.isFinite(progress) || progress <= this.#lastProgress) return;
    this.#lastProgress = progress;
    const knowsMessage = protocolFeatures[this.protocolVersion].progressMessage && typeof message === 'string';
    const params = {
      progressToken,
      progress,
      total: Number.isFinite(total) ? total : undefined,
      message: knowsMessage ? message : undefined,
    };
    this.#notify('notifications/progress', JSON.stringify(params));
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging */
  #sendLog(level: LogLevel, data: unknown, logger: string | undefined): void {
    const wanted = this.#caller.logLevel;
    if (wanted === undefined || logLevels.indexOf(level) < logLevels.indexOf(wanted)) return;
    this.#notify('notifications/message', encodeLog(level, data, logger));
  }

  #notify(method: string, params: string): void {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) this.#notifiedInSecond = 0;
    this.#second = second;
    this.#notifiedInSecond += 1;
    if (this.#notifiedInSecond <= maxPerSecond) this.exchange.notify(encodeNotification(method, params));
  }
}

Object.defineProperties(CallContext.prototype, deprecatedMembers);

/** @see https://www.w3.org/TR/trace-context/ */
function readTrace({ traceparent, tracestate, baggage }: JsonObject): TraceContext | undefined {
  const isParent =
    typeof traceparent === 'string' && /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/u.test(traceparent);
  const trace = {
    ...(isParent ? { traceparent } : {}),
    ...(isParent && typeof tracestate === 'string' ? { tracestate } : {}),
    ...(typeof baggage === 'string' ? { baggage } : {}),
  };
  return Object.keys(trace).length === 0 ? undefined : trace;
}

/**
 * Encodes the parameters of a log message. Because handlers may not be type-checked, a logger name that is not a string
 * is omitted, and data that is not JSON is replaced by text.
 */
function encodeLog(level: LogLevel, data: unknown, logger: unknown): string {
  const named = { level, logger: typeof logger === 'string' ? logger : undefined };
  try {
    // A function or a symbol has no JSON text, and the field is required.
    return JSON.stringify({ ...named, data: JSON.stringify(data) === undefined ? null : data });
  } catch {
    return JSON.stringify({ ...named, data: '(data that is not JSON)' });
  }
}
