import type { HttpRequestInfo } from '../../core/api/request-context.js';
import type { HttpSocket } from '../../core/api/telemetry.js';
import type { MessageText } from '../../wire/json-rpc.js';

/** HTTP request as an adapter (Node, `fetch`) passes it to the endpoint. */
export interface HttpRequest extends HttpRequestInfo, HttpSocket {
  /**
   * Reads the body. Returns `undefined` when the body is longer than `maxBytes`.
   *
   * @throws DisconnectError when the client closes the connection first.
   */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>;
  /**
   * The request for a route of the user's; absent on a link in memory, which has no routes. Returns `undefined` when the body is longer than `maxBytes`.
   *
   * @throws DisconnectError as `readBody` does.
   */
  toRequest?(maxBytes: number, signal: AbortSignal): Promise<Request | undefined>;
}

/** The client closed the connection before its request was read: nothing is answered or reported. */
export class DisconnectError extends Error {
  override readonly name = 'DisconnectError';

  constructor() {
    super('The client closed the connection');
  }
}

/** Headers of a response, by name. */
export type HttpHeaders = { readonly [name: string]: string };

/** Response to an HTTP request: one of `send`, `openStream` and `pass` is called, once. */
export interface HttpReply {
  /** Sends a whole response. */
  send(status: number, headers: HttpHeaders, body?: MessageText): void;
  /**
   * Sends the head of a response with status 200; the body is written to the result.
   *
   * @param isDelayed The head may wait for the beginning of the body, where the platform can do that. Default: no.
   */
  openStream(headers: HttpHeaders, isDelayed?: boolean): ByteSink;
  /** Sends the response of a route. Resolves when it was sent, or the client is gone. Absent where there are no routes. */
  pass?(response: Response): Promise<void>;
  /** Calls the listener when the client closes the connection before the response is complete. */
  onDisconnect(listener: () => void): void;
}

/** Body of a streamed response. Its methods do nothing after the client has closed the connection. */
export interface ByteSink {
  write(text: MessageText): void;
  end(): void;
  /** Closes the connection at once. */
  abort(): void;
  /** Bytes that were written and that the client has not read yet. */
  readonly pendingBytes: number;
}
