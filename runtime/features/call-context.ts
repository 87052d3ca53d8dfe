import type { Elicitations } from '../api/definition.js';
import type { Exchange } from '../exchange/exchange.js';
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
import type { Caller } from '../exchange/caller.js';
import type { HandlerContext, NoQuestions } from '../api/handler-context.js';
import { Interaction, type InteractionSource } from '../interaction/interaction.js';
import type { Conversation } from '../interaction/conversation.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { encodeNotification } from '../protocol/json-rpc.js';
import { revisionFeatures, type Revision } from '../protocol/revisions.js';

const noMeta: JsonObject = {};
/** Notifications that one request may send in a second. */
const maximalPerSecond = 1000;

/** The context that handlers get. */
export class CallContext implements HandlerContext {
  readonly revision: Revision;
  readonly client?: ClientIdentity;
  readonly clientCapabilities: JsonObject;
  readonly meta: JsonObject;
  /** The URI that is read, for the handlers of resource templates. */
  readonly uri: string;
  /** Awaited before a handler is called. */
  readonly beforeHandler?: () => Promise<void>;
  readonly #exchange: Exchange;
  readonly #caller: Caller;
  readonly #source: InteractionSource;
  #interaction: Interaction | undefined;
  #lastProgress: number | undefined;
  #elicitations: Elicitations | undefined;
  #logger: Logger | undefined;
  #second = 0;
  /** Notifications of this second. */
  #notified = 0;

  /**
   * @param meta `_meta` of the request, as it came.
   * @param source What a talk with the client would begin with.
   */
  constructor(exchange: Exchange, caller: Caller, meta: unknown, source: InteractionSource, uri = '') {
    this.#exchange = exchange;
    this.#caller = caller;
    this.revision = caller.revision;
    if (caller.client !== undefined) this.client = caller.client;
    this.clientCapabilities = caller.clientCapabilities;
    this.meta = isJsonObject(meta) ? meta : noMeta;
    this.#source = source;
    this.uri = uri;
  }

  /**
   * To be called immediately before the handler is.
   *
   * @param kind With the name, what reports call it.
   * @param elicitations The questions that the definition declares for it.
   */
  enter(kind: 'TOOL' | 'PROMPT' | 'RESOURCE', name: string, elicitations: Elicitations | undefined): void {
    this.#elicitations = elicitations;
    this.#source.workWatch?.start(`${kind}: ${name}`);
  }

  /** Made when it is first asked for: most handlers never ask. */
  get interaction(): Interaction {
    return (this.#interaction ??= new Interaction(this.#source));
  }

  get http(): HttpRequestInfo | undefined {
    return this.#exchange.channel.http;
  }

  get auth(): AuthInfo | undefined {
    return this.#exchange.channel.auth;
  }

  /** Who has to answer for the request. */
  get peer(): string {
    const { auth, peer = '' } = this.#exchange.channel;
    return auth?.principal ?? peer;
  }

  get trace(): TraceContext | undefined {
    return readTrace(this.meta);
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  /** Nobody listens any more: the request was answered or cancelled. */
  get isClosed(): boolean {
    return this.#exchange.isClosed;
  }

  get log(): Logger {
    this.#logger ??= Object.fromEntries(
      logLevels.map((level) => [level, (data: unknown, logger?: string) => this.#sendLog(level, data, logger)]),
    ) as unknown as Logger;
    return this.#logger;
  }

  /** A function of its own, so that it can be taken out of the context. */
  get progress(): RequestContext['progress'] {
    return (progress, total, message) => this.#sendProgress(progress, total, message);
  }

  get ask(): HandlerContext['ask'] {
    const ask = (...given: Parameters<Conversation['ask']>) => this.interaction.ask((talk) => talk.ask(...given));
    return ask as HandlerContext['ask'];
  }

  get elicit(): NoQuestions {
    const questions = Object.entries(this.#elicitations ?? {}).map(([name, elicitation]) => {
      const elicit = (values: JsonObject = {}) =>
        this.interaction.ask((talk) => talk.elicit(name, elicitation, values));
      return [name, elicit] as const;
    });
    return Object.fromEntries(questions) as NoQuestions;
  }

  get sample(): HandlerContext['sample'] {
    const sample = (...given: Parameters<Conversation['sample']>) =>
      this.interaction.ask((talk) => talk.sample(...given));
    return sample as unknown as HandlerContext['sample'];
  }

  get roots(): HandlerContext['roots'] {
    const roots = (...given: Parameters<Conversation['roots']>) => this.interaction.ask((talk) => talk.roots(...given));
    return roots as HandlerContext['roots'];
  }

  get step(): HandlerContext['step'] {
    const step = (...given: Parameters<Conversation['step']>) =>
      this.interaction.converse((talk) => talk.step(...given));
    return step as HandlerContext['step'];
  }

  get flowId(): string {
    return this.interaction.flowId;
  }

  get onSuspend(): HandlerContext['onSuspend'] {
    return (release) => void this.interaction.releases.push(release);
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress */
  #sendProgress(progress: number, total?: number, message?: string): void {
    const progressToken = this.meta['progressToken'];
    if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) return;
    if (!Number.isFinite(progress) || progress <= (this.#lastProgress ?? -Infinity)) return;
    this.#lastProgress = progress;
    if (!this.#mayNotify()) return;
    const params = {
      progressToken,
      progress,
      total: Number.isFinite(total) ? total : undefined,
      message: revisionFeatures[this.revision].progressMessage && typeof message === 'string' ? message : undefined,
    };
    this.#exchange.notify(encodeNotification('notifications/progress', JSON.stringify(params)));
  }

  /** Only a task begins. */
  get beginTask(): HandlerContext['beginTask'] {
    return async () => {};
  }

  /** The same context for the handler of a resource template. */
  forUri(uri: string): CallContext {
    return new CallContext(this.#exchange, this.#caller, this.meta, this.#source, uri);
  }

  releaseConnection(): void {
    if (this.revision === '2025-11-25' && !this.isClosed) this.#exchange.channel.release?.();
  }

  /** Stops the handler; the request can still be answered. */
  abort(reason: Error): void {
    this.#exchange.abort(reason);
  }

  /** Whether the client has not been told too much in this second; what is more is dropped. */
  #mayNotify(): boolean {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) this.#notified = 0;
    this.#second = second;
    this.#notified += 1;
    return this.#notified <= maximalPerSecond;
  }

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging */
  #sendLog(level: LogLevel, data: unknown, logger: string | undefined): void {
    const wanted = this.#caller.logLevel;
    if (wanted === undefined || logLevels.indexOf(level) < logLevels.indexOf(wanted)) return;
    if (!this.#mayNotify()) return;
    this.#exchange.notify(encodeNotification('notifications/message', encodeLog(level, data, logger)));
  }
}

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

/** Both come from a handler that need not have been type-checked: what is no string is no name of a logger. */
function encodeLog(level: LogLevel, data: unknown, logger: unknown): string {
  const named = { level, logger: typeof logger === 'string' ? logger : undefined };
  try {
    // A function or a symbol has no JSON text, and the field is required.
    return JSON.stringify({ ...named, data: JSON.stringify(data) === undefined ? null : data });
  } catch {
    return JSON.stringify({ ...named, data: '(data that is not JSON)' });
  }
}
