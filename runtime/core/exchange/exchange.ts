import {
  logLevels,
  type AuthInfo,
  type ClientIdentity,
  type HttpRequestInfo,
  type LogLevel,
} from '../api/request-context.js';
import type { HttpSocket, ObservedServer, ObservedSession, RequestSpan, Telemetry } from '../api/telemetry.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import type { MessageText, Request, RequestId } from '../../wire/json-rpc.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';

/** A request that was prepared. */
export interface Preparation {
  /** It was counted against `callsPerSecond`. */
  readonly isCounted?: true;
}

/** The way back to the peer that sent a message: takes the answer, and everything that is sent before it. */
export interface Channel {
  /** Sends a message before the answer, or without an answer. */
  send(message: MessageText): void;
  /**
   * Sends a request to the peer. Absent when the peer has no way to answer it.
   *
   * @returns Whether it was sent.
   */
  ask?(message: MessageText): boolean;
  /**
   * Takes the answer, once. `undefined`: there is none, because the message was no request or was cancelled.
   *
   * @param errorCode Given when the answer is an error.
   */
  respond(message: MessageText | undefined, errorCode?: number): void;
  /** Closes the connection that waits for the answer. Absent when the peer could not reconnect for it. */
  release?(): void;
  /**
   * Calls a function that serves a request when it is its turn, unless it is closed before. Absent: every request is served at once.
   */
  schedule?(exchange: Exchange, serve: () => void): void;
  /** Takes the answers of many requests, so that their order can be seen. */
  readonly isShared?: true;
  /** Address that a message came from; it tells peers apart that are not authenticated. */
  readonly peer?: string | undefined;
  /** The HTTP request that brought the message. */
  readonly http?: HttpRequestInfo | undefined;
  /** The authenticated caller. */
  readonly auth?: AuthInfo | undefined;
  /** Result of `prepareCall`, if the request was prepared when it arrived. Absent: it is prepared when it is served. */
  readonly prepared?: Preparation | undefined;
  /** Socket of the HTTP request, for telemetry. Absent on stdio. */
  readonly socket?: HttpSocket | undefined;
}

/** The client that sent a request: its revision, name, capabilities and log level. */
export interface Caller {
  readonly protocolVersion: ProtocolVersion;
  readonly client: ClientIdentity | undefined;
  readonly clientCapabilities: JsonObject;
  /** The lowest level of log messages that the client wants now; `undefined`: none. */
  readonly logLevel: LogLevel | undefined;
}

/** Whether a value is the description of a client. */
export function isClientIdentity(value: unknown): value is ClientIdentity {
  return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

/** Whether a value is the name of a log level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** The part of a service that observes requests. */
interface ObservingServer extends ObservedServer {
  readonly telemetry?: Telemetry | undefined;
}

/** One request while it is being answered, with the channel to its sender. */
export class Exchange {
  readonly id: RequestId;
  readonly channel: Channel;
  /** Method of the request, for reports. */
  method: string | undefined;
  /** Span of the request. Absent without telemetry. */
  span: RequestSpan | undefined;
  #controller: AbortController | undefined;
  #isClosed = false;
  readonly #afterClose: ((exchange: Exchange) => void) | undefined;
  #onClose: (() => void)[] | undefined;
  #hasBegun = false;
  #onBegin: (() => void) | undefined;

  /** @param afterClose Called after the exchange was closed. */
  constructor(id: RequestId, channel: Channel, afterClose?: (exchange: Exchange) => void) {
    this.id = id;
    this.channel = channel;
    this.#afterClose = afterClose;
  }

  /**
   * Begins the span of the request, if the server has telemetry.
   *
   * @param session The session of a legacy request.
   */
  observe(server: ObservingServer, message: Request, session?: ObservedSession): void {
    this.method = message.method;
    this.span = server.telemetry?.receive(server, message, this.channel, session);
  }

  /** True after the request was answered or cancelled: nothing more is sent for it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Aborted when the handler should stop. The controller is created on first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** Aborts the signal. The request can still be answered. */
  abort(reason: Error): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }

  /** Sends a notification on behalf of the request, unless it is closed. */
  notify(message: MessageText): void {
    if (!this.#isClosed) this.channel.send(message);
  }

  /** The handler begins. */
  begin(): void {
    this.#hasBegun = true;
    this.#onBegin?.();
  }

  /** @param listener Called when the handler begins; at once if it has begun already. */
  onBegin(listener: () => void): void {
    if (this.#hasBegun) listener();
    else this.#onBegin = listener;
  }

  /** @param listener Called before the exchange is closed; at once if it is closed already. */
  beforeClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else (this.#onClose ??= []).push(listener);
  }

  /** Answers the request and closes the exchange. `undefined` closes it without an answer. */
  close(message: MessageText | undefined, errorCode?: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#onClose !== undefined) for (const listener of this.#onClose) listener();
    this.span?.end(errorCode === undefined ? { errorType: 'cancelled' } : { code: errorCode });
    try {
      this.channel.respond(message, errorCode);
    } finally {
      this.#afterClose?.(this);
    }
  }
}
