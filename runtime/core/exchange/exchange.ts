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

/** Facts about a prepared request. */
export interface Preparation {
  /** Whether the request was counted against `callsPerSecond`. */
  readonly isCounted?: true;
}

/** Channel to the sender of a message: takes the response, and all messages before it. */
export interface Channel {
  /**
   * Sends a message that is not a response.
   *
   * @param position Position of the change that a notification is about, in the log that processes share.
   */
  send(message: MessageText, position?: number): void;
  /**
   * Sends a request to the peer. Absent if the peer cannot respond to it.
   *
   * @returns Whether it was sent.
   */
  ask?(message: MessageText): boolean;
  /**
   * Takes the response, once. `undefined`: no response, because the message was not a request or was cancelled.
   *
   * @param errorCode Code of the error, if the response is an error.
   */
  respond(message: MessageText | undefined, errorCode?: number): void;
  /** Closes the connection that waits for the response. Absent if the peer could not reconnect. */
  release?(): void;
  /**
   * Schedules a request: calls `serve` when it is its turn, unless the exchange has been closed. Absent: requests are
   * served immediately.
   */
  schedule?(exchange: Exchange, serve: () => void): void;
  /** Whether the channel carries the responses of several requests, so that their order is visible. */
  readonly isShared?: true;
  /** Address of the message's sender; distinguishes unauthenticated peers. */
  readonly peer?: string | undefined;
  /** The HTTP request that contained the message. */
  readonly http?: HttpRequestInfo | undefined;
  /** The authenticated caller. */
  readonly auth?: AuthInfo | undefined;
  /** Result of `prepareCall`, if the request was prepared on arrival. Absent: it is prepared when it is served. */
  readonly prepared?: Preparation | undefined;
  /** Socket of the HTTP request, for telemetry. Absent on stdio. */
  readonly socket?: HttpSocket | undefined;
}

/** Client that sent a request. */
export interface Caller {
  readonly protocolVersion: ProtocolVersion;
  readonly client: ClientIdentity | undefined;
  readonly clientCapabilities: JsonObject;
  /** Minimum level of log messages for the client; `undefined`: no log messages. */
  readonly logLevel: LogLevel | undefined;
}

/** Whether a value describes a client: an object with name and version. */
export function isClientIdentity(value: unknown): value is ClientIdentity {
  return isJsonObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

/** Whether a value is a log level. */
export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** Members of a service that observe requests. */
interface ObservingServer extends ObservedServer {
  readonly telemetry?: Telemetry | undefined;
}

/** Request in progress, with the channel to its sender. */
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
   * Starts the span of the request, if the server has telemetry.
   *
   * @param session The session of a legacy request.
   */
  observe(server: ObservingServer, message: Request, session?: ObservedSession): void {
    this.method = message.method;
    this.span = server.telemetry?.receive(server, message, this.channel, session);
  }

  /** Whether the request has been answered or cancelled, so that nothing more is sent for it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Aborted when the handler should stop. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** Aborts the signal. A response can still be sent. */
  abort(reason: Error): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }

  /** Sends a notification for the request, unless it is closed. */
  notify(message: MessageText): void {
    if (!this.#isClosed) this.channel.send(message);
  }

  /** Records that the handler has started. */
  begin(): void {
    this.#hasBegun = true;
    this.#onBegin?.();
  }

  /** @param listener Called when the handler starts; immediately if it has started. */
  onBegin(listener: () => void): void {
    if (this.#hasBegun) listener();
    else this.#onBegin = listener;
  }

  /** @param listener Called before the exchange is closed; immediately if it is closed. */
  beforeClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else (this.#onClose ??= []).push(listener);
  }

  /** Sends the response and closes the exchange. `undefined` closes it without a response. */
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
