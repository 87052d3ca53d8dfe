import type { HttpRequestInfo } from '../api/request-context.js';
import type { MessageText } from '../protocol/json-rpc.js';

/** HTTP request as an adapter (Node, `fetch`) passes it to the endpoint. */
export interface HttpRequest extends HttpRequestInfo {
  /** Address of the client; `undefined` where the platform does not tell it. */
  readonly remoteAddress: string | undefined;
  /**
   * Reads the body. Returns `undefined` when the body is longer than `maxBytes`.
   *
   * @throws DisconnectError when the client closes the connection first.
   */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>;
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

/** Response to an HTTP request: either `send` or `openStream` is called, once. */
export interface HttpReply {
  /** Sends a whole response. */
  send(status: number, headers: HttpHeaders, body?: MessageText): void;
  /** Sends the head of a response with status 200; the body is written to the result. */
  openStream(headers: HttpHeaders): ByteSink;
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
