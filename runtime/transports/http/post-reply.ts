import type { PreparedCall } from '../../core/calls/prepare-call.js';
import type { Channel } from '../../core/exchange/exchange.js';
import type { AuthInfo, HttpRequestInfo } from '../../core/api/request-context.js';
import type { HttpSocket } from '../../core/api/telemetry.js';
import { classify, encodeError, type MessageText, type Request } from '../../wire/json-rpc.js';
import { refuse, type HttpError } from './http-error.js';
import type { HttpHeaders, HttpReply, HttpRequest } from './http-message.js';
import type { KeepAliveTarget, KeepAliveTimer } from './keep-alive-timer.js';
import type { Accepted } from './read-message.js';

/** HTTP request that passed the endpoint's checks, and its reply. */
export interface Post {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly accepted: Accepted;
  readonly auth: AuthInfo | undefined;
  /** Expiry of the access token, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
  /**
   * Key of the caller for limits: the principal, otherwise the address; `undefined` if the platform does not provide
   * it.
   */
  readonly caller: string | undefined;
  /** Headers of every response. */
  readonly headers: HttpHeaders;
  /** The prepared call, if any; set before the message is served. */
  prepared?: PreparedCall | undefined;
}

/** Event stream as the response to a POST. */
export interface ReplyStream {
  send(message: MessageText): void;
  /** Ends the stream after the response. */
  complete(): void;
}

/** Options of a `PostReply`. */
export interface PostReplyOptions<Stream extends ReplyStream> {
  readonly timer: KeepAliveTimer;
  /** The parsed body of the POST. */
  readonly message: unknown;
  /** Returns the HTTP status of a response, from its JSON-RPC error code if it is an error. */
  readonly statusOf: (errorCode: number | undefined) => number;
  /** Opens the event stream; returns `undefined` if too many streams are open. */
  readonly open: () => Stream | undefined;
}

/** Sends a JSON response. */
export function sendResponse({ reply, headers }: Post, status: number, response: MessageText): void {
  reply.send(status, { ...headers, 'Content-Type': 'application/json' }, response);
}

/**
 * Ends a POST without a response. A message that contains no request gets status 202. A request that was cancelled, or
 * whose session was closed, gets an empty event stream, or a JSON error if the client accepts no stream.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
function endWithoutResponse(post: Post, message: unknown): void {
  const { reply, headers, accepted } = post;
  const errors = listRequests(message).map(({ id }) => encodeError(id, -32000, 'The request was cancelled'));
  const [error] = errors;
  if (error === undefined) reply.send(202, headers);
  else if (accepted.stream) reply.send(200, { ...headers, 'Content-Type': 'text/event-stream' });
  else sendResponse(post, 200, Array.isArray(message) ? `[${errors.join(',')}]` : error);
}

/** Lists the requests in a message or a batch. */
function listRequests(message: unknown): readonly Request[] {
  return (Array.isArray(message) ? message : [message])
    .map((each: unknown) => classify(each))
    .filter((incoming) => incoming.kind === 'request');
}

/**
 * Response to a POST. It is JSON, unless another message must be sent first or the response takes longer than the
 * keep-alive interval; then it is an event stream, if the client accepts streams.
 */
export class PostReply<Stream extends ReplyStream = ReplyStream> implements Channel, KeepAliveTarget {
  readonly http: HttpRequestInfo;
  readonly auth: AuthInfo | undefined;
  readonly peer: string | undefined;
  readonly socket: HttpSocket;
  readonly prepared: PreparedCall | undefined;
  readonly #post: Post;
  readonly #options: PostReplyOptions<Stream>;
  #stream: Stream | undefined;
  #isDone = false;

  constructor(post: Post, options: PostReplyOptions<Stream>) {
    this.http = post.request;
    this.auth = post.auth;
    this.peer = post.caller;
    this.socket = post.request;
    this.prepared = post.prepared;
    this.#post = post;
    this.#options = options;
  }

  /**
   * Opens the stream if it is not open yet; returns `undefined` if the client accepts no streams or too many streams
   * are open.
   */
  openStream(): Stream | undefined {
    if (!this.#isDone && this.#post.accepted.stream) this.#stream ??= this.#options.open();
    return this.#stream;
  }

  /** Opens the stream at the next keep-alive interval, unless the response has been sent by then. */
  keepAlive(): void {
    if (!this.#isDone) this.#options.timer.add(this);
  }

  tick(): void {
    this.#options.timer.delete(this);
    // A message that contains no request gets status 202, even if the store is slow.
    if (listRequests(this.#options.message).length > 0) this.openStream();
  }

  send(message: MessageText): void {
    this.openStream()?.send(message);
  }

  respond(response: MessageText | undefined, errorCode?: number): void {
    if (this.#isDone) return;
    const stream = this.#post.accepted.json || response === undefined ? this.#stream : this.openStream();
    this.#isDone = true;
    this.#options.timer.delete(this);
    if (stream !== undefined) {
      if (response !== undefined) stream.send(response);
      stream.complete();
    } else if (response === undefined) {
      endWithoutResponse(this.#post, this.#options.message);
    } else {
      sendResponse(this.#post, this.#options.statusOf(errorCode), response);
    }
  }

  /** Rejects the POST with a status instead of a response. An open stream ends without a response. */
  refuse(error: HttpError): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#options.timer.delete(this);
    if (this.#stream === undefined) refuse(this.#post.reply, error, this.#post.headers);
    else this.#stream.complete();
  }
}

/** Returns the HTTP status of a response in the legacy era: 400 for an invalid request. */
export function legacyStatusOf(errorCode: number | undefined): number {
  return errorCode === -32600 || errorCode === -32700 ? 400 : 200;
}
