import type { HttpRequestInfo } from '../api/handlers.js';
import type { MessageText } from '../protocol/json-rpc.js';

/** An HTTP request as an adapter hands it over. */
export interface HttpRequest extends HttpRequestInfo {
  /** The address that it came from, where that is known. */
  readonly remoteAddress: string | undefined;
  /** The same as `header`, by name in lower case; for us, who read many and never take it out of the request. */
  read(name: string): string | undefined;
  /**
   * Reads the body, and calls one of them, once. Callbacks: a promise is 2 % of what a request allocates.
   *
   * @param take Must not throw. Gets `undefined` when there are more bytes than that.
   * @param fail Gets a `DisconnectError` when the client is gone.
   */
  readBody(maxBytes: number, take: (body: Uint8Array | undefined) => void, fail: (error: unknown) => void): void;
}

export type HttpHeaders = { readonly [name: string]: string };

/** Of most answers, apart from what their body needs. */
export const noHeaders: HttpHeaders = {};

/** How a request is answered: with `send` or with `openStream`, once. */
export interface HttpReply {
  /** Sends a whole response. */
  send(status: number, headers: HttpHeaders, body?: MessageText): void;
  /** Sends the head of a response with status 200; the body follows piece by piece. */
  openStream(headers: HttpHeaders): ByteSink;
  /** Calls back when the client goes away before the response is complete. */
  onDisconnect(listener: () => void): void;
}

/** The body of a response while it is being sent. Nothing happens when the client is gone. */
export interface ByteSink {
  write(text: MessageText): void;
  end(): void;
  /** Breaks the connection off. */
  abort(): void;
  /** Bytes that were written and that the client has not taken yet. */
  readonly pendingBytes: number;
}
