import type { HttpRequestInfo } from '../../core/api/request-context.js';
import type { HttpSocket } from '../../core/api/telemetry.js';
import type { MessageText } from '../../wire/json-rpc.js';

/** HTTP request from an adapter (Node, `fetch`). */
export interface HttpRequest extends HttpRequestInfo, HttpSocket {
  /**
   * Reads the body. Returns `undefined` if the body is longer than `maxBytes`.
   *
   * @throws DisconnectError if the client closes the connection first.
   */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>;
  /**
   * Converts the request for a user route. Absent on an in-memory link, which has no routes. Returns `undefined`
   * if the body is longer than `maxBytes`.
   *
   * @throws DisconnectError like `readBody`.
   */
  toRequest?(maxBytes: number, signal: AbortSignal): Promise<Request | undefined>;
}

/**
 * Thrown if the client closed the connection before its request was read: no response is sent and nothing is reported.
 */
export class DisconnectError extends Error {
  override readonly name = 'DisconnectError';

  constructor() {
    super('The client closed the connection');
  }
}

/** Headers of a response, by name. */
export type HttpHeaders = { readonly [name: string]: string };

/** Response to an HTTP request: exactly one of `send`, `openStream` and `pass` is called, once. */
export interface HttpReply {
  /** Sends a whole response. */
  send(status: number, headers: HttpHeaders, body?: MessageText): void;
  /**
   * Sends the head of a response with status 200, and returns a sink for the body.
   *
   * @param isDelayed Whether the head can wait for the start of the body, if the platform supports it. Default:
   *   `false`.
   */
  openStream(headers: HttpHeaders, isDelayed?: boolean): ByteSink;
  /**
   * Sends the response of a route. Resolves when the response has been sent, or the client has disconnected. Absent if there are no
   * routes.
   */
  pass?(response: Response): Promise<void>;
  /** Calls the listener when the client closes the connection before the response is complete. */
  onDisconnect(listener: () => void): void;
}

/** Body of a streamed response. Its methods have no effect after the client has closed the connection. */
export interface ByteSink {
  write(text: MessageText): void;
  end(): void;
  /** Closes the connection immediately. */
  abort(): void;
  /** Number of bytes that were written but not yet read by the client. */
  readonly pendingBytes: number;
}
