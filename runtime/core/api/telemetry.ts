import type { JsonObject } from '../../wire/json.js';
import type { Method } from '../../wire/methods.js';
import type { ServerDefinition } from './definition.js';
import type { AuthInfo, HttpRequestInfo } from './request-context.js';

// See docs/decisions/0046-the-runtime-knows-spans-not-opentelemetry.md.
/**
 * Observer of a server: `telemetry` in `handlers/server.ts`, created by `openTelemetry()` of
 * `create-mcp-from-schema/runtime/telemetry`. Its methods never throw.
 */
export interface Telemetry {
  /**
   * Begins the span of a request or notification. Returns `undefined` when nothing records spans or metrics.
   *
   * @param session Session of a legacy message.
   */
  receive(
    server: ObservedServer,
    message: ObservedMessage,
    sender: Sender,
    session?: ObservedSession,
  ): RequestSpan | undefined;
  /**
   * Begins the span of a run of a durable task, in the trace of the request that created the task. Returns `undefined`
   * when nothing records spans. Absent: runs are not recorded.
   */
  resume?(server: ObservedServer, call: ResumedCall, sender: Sender): RequestSpan | undefined;
  /** Called when the connection of a session has ended. Its duration counts from its first `initialize`. */
  endSession(session: ObservedSession): void;
  /** Sends recorded data. Called when the server ends. */
  flush?(): Promise<unknown>;
  /**
   * Records that the HTTP endpoint refused a request before serving any of its messages. Absent: refusals are not
   * recorded.
   */
  refuse?(status: number, message: string, sender: Sender): void;
}

/** The server that is observed. */
export interface ObservedServer {
  readonly definition: ServerDefinition;
  readonly parts: {
    /** Rows of all protocol methods, by name. */
    readonly methods: ReadonlyMap<string, Pick<Method, 'subject'>>;
  };
}

/** Request or notification of a client. */
export interface ObservedMessage {
  readonly method: string;
  readonly params: JsonObject;
  /** Absent: the message is a notification. */
  readonly id?: string | number;
}

/** Tool call that a worker makes for a durable task. */
export interface ResumedCall {
  readonly taskId: string;
  /** Parameters of the request that created the task. */
  readonly params: JsonObject;
  /** `carrier` of that request's span. Absent: the span was not recorded. */
  readonly carrier: { readonly [name: string]: string } | undefined;
}

/** Origin of a message. */
export interface Sender {
  readonly http?: HttpRequestInfo | undefined;
  /** The authenticated caller. */
  readonly auth?: AuthInfo | undefined;
  /** Socket of the HTTP request. Absent: the message came over stdio. */
  readonly socket?: HttpSocket | undefined;
}

/** Connection of an HTTP request, as its HTTP adapter knows it. */
export interface HttpSocket {
  /** Address of the client; `undefined` if the platform does not provide it. */
  readonly remoteAddress: string | undefined;
  /** HTTP version, such as `1.1`; absent if the platform does not provide it. */
  readonly httpVersion?: string | undefined;
}

/** Legacy session: a connection over stdio, or a session over HTTP. */
export interface ObservedSession {
  /** Id of a session over HTTP; absent on stdio. */
  readonly id?: string | undefined;
  /** The client. `initialize` changes its protocol version. */
  readonly caller: { readonly protocolVersion: string };
}

/** Span: one unit of work, with a start and an end. */
export interface Span {
  /** Runs code in the span: spans that the code begins are children of this span. */
  run<Result>(work: () => Result): Result;
  /** Ends the span. Only the first call counts. */
  end(outcome?: Outcome): void;
  /** Adds the attribute `mcp_server.<fact>`, which is true. Absent: facts are not recorded. */
  mark?(fact: string): void;
}

/** Span of a request or notification. */
export interface RequestSpan extends Span {
  /** Id of the trace, 32 hexadecimal digits; `undefined` without tracing. */
  readonly traceId: string | undefined;
  /** Id of the span, 16 hexadecimal digits; `undefined` without tracing. */
  readonly spanId: string | undefined;
  /** `traceparent` of the span, for a later request that continues it; `undefined` without tracing. */
  readonly traceparent: string | undefined;
  /** Members of `_meta` that let another process continue the trace. Empty without tracing. */
  readonly carrier: { readonly [name: string]: string };
  /** Links the span to the span of an earlier request, by its `traceparent`. */
  link(traceparent: string): void;
  /** Begins the span of a part of the work. */
  begin(part: SpanPart): PartSpan;
  /** Begins the span of a task, which outlasts the request. Later parts belong to the task. */
  startTask(taskId: string): Span;
  /** Adds strings that no attribute may contain. */
  hide(secrets: readonly string[]): void;
  /** Records an error that a handler threw. Absent: it is not recorded. */
  recordException?(exception: ThrownException): void;
}

/** Span of a part of the work for a request. */
export interface PartSpan extends Span {
  /** Headers, or members of `_meta`, that let the receiver of a message continue the trace. */
  readonly carrier: { readonly [name: string]: string };
  /** Sets the id of the request that was sent to the client. */
  setRequestId(id: string): void;
}

/** Part of the work for a request. */
export type SpanPart =
  /** Request of a handler to the client. */
  | { readonly kind: 'client-request'; readonly method: string; readonly key: string }
  /** `context.step(name, …)` of a handler. */
  | { readonly kind: 'step'; readonly name: string }
  /** Call of a tool by another tool: an operation in discover mode, or a function in a script. */
  | { readonly kind: 'tool'; readonly name: string }
  | ApiRequestPart;

/** HTTP request to an API. */
export interface ApiRequestPart {
  readonly kind: 'api';
  /** Name of the API. */
  readonly api: string;
  readonly method: string;
  readonly url: string;
  /** Path with parameter names in braces. */
  readonly template: string;
  /** Number of previous attempts. */
  readonly resends: number;
}

/** Error that a handler threw, as OpenTelemetry records exceptions. Its strings are truncated. */
export interface ThrownException {
  /** Class or `name` of the error. */
  readonly name: string;
  readonly message: string;
  /** Stack, with the causes and the errors of an `AggregateError`. */
  readonly stack: string;
}

/** Outcome of a piece of work. Without members it succeeded. */
export interface Outcome {
  /** Code of a JSON-RPC error. */
  readonly code?: number;
  /** Message of an error. */
  readonly message?: string;
  /**
   * Kind of failure: `cancelled`, `timeout`, or a system error code. Default: the code of the JSON-RPC error, the HTTP
   * status if it is at least 400, or `tool_error` for a result with `isError`.
   */
  readonly errorType?: string;
  /** Name of the error with which a tool failed, if it declares the error. */
  readonly declaredError?: string;
  /** Status code of an HTTP response. */
  readonly status?: number;
  /** Action of the user in response to an elicitation: `accept`, `decline` or `cancel`. */
  readonly action?: string;
  /** Kind of a result that is not final. */
  readonly resultType?: 'input_required' | 'task';
  /** JSON text of the members of a result. The result of a tool that failed ends with `,"isError":true`. */
  readonly members?: string | Uint8Array;
}
