import type { Channel } from '../exchange/exchange.js';
import type { AuthInfo, HttpRequestInfo } from '../api/request-context.js';
import type { MessageText } from '../protocol/json-rpc.js';
import type { HttpHeaders, HttpReply, HttpRequest } from './http-message.js';
import type { KeepAliveTarget, KeepAliveTimer } from './keep-alive-timer.js';
import type { Accepted } from './read-message.js';

/** HTTP request that passed the checks of the endpoint, and its reply. */
export interface Post {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly accepted: Accepted;
  readonly auth: AuthInfo | undefined;
  /** Headers of every answer. */
  readonly headers: HttpHeaders;
}

/** Event stream that a POST can be answered with. */
export interface ReplyStream {
  send(message: MessageText): void;
  /** Ends the stream after the answer. */
  complete(): void;
}

/** Options of a `PostReply`. */
export interface PostReplyOptions<Stream extends ReplyStream> {
  readonly timer: KeepAliveTimer;
  /** Key of the connection for requests without authentication. */
  readonly peer: string | undefined;
  /** HTTP status of an answer, from its JSON-RPC error code if it is an error. */
  readonly statusOf: (errorCode: number | undefined) => number;
  /** Opens the event stream; returns `undefined` when too many streams are open. */
  readonly open: () => Stream | undefined;
}

/** Answers with JSON, or with status 202 when there is no answer. */
export function sendAnswer({ reply, headers }: Post, status: number, answer: MessageText | undefined): void {
  if (answer === undefined) reply.send(202, headers);
  else reply.send(status, { ...headers, 'Content-Type': 'application/json' }, answer);
}

/**
 * Answer to a POST. It is plain JSON, unless another message has to be sent first or the answer takes longer than the
 * keep-alive interval: then it is an event stream, if the client accepts one.
 */
export class PostReply<Stream extends ReplyStream = ReplyStream> implements Channel, KeepAliveTarget {
  readonly http: HttpRequestInfo;
  readonly auth: AuthInfo | undefined;
  readonly peer: string | undefined;
  readonly #post: Post;
  readonly #options: PostReplyOptions<Stream>;
  #stream: Stream | undefined;
  #isDone = false;

  constructor(post: Post, options: PostReplyOptions<Stream>) {
    this.http = post.request;
    this.auth = post.auth;
    this.peer = options.peer;
    this.#post = post;
    this.#options = options;
  }

  /** Opens the stream if it is not open yet; `undefined` when the client accepts none or too many are open. */
  openStream(): Stream | undefined {
    if (!this.#isDone && this.#post.accepted.stream) this.#stream ??= this.#options.open();
    return this.#stream;
  }

  /** Opens the stream at the next keep-alive interval, unless the answer was sent by then. */
  keepAlive(): void {
    if (!this.#isDone) this.#options.timer.add(this);
  }

  tick(): void {
    this.#options.timer.delete(this);
    this.openStream();
  }

  send(message: MessageText): void {
    this.openStream()?.send(message);
  }

  respond(answer: MessageText | undefined, errorCode?: number): void {
    if (this.#isDone) return;
    const stream = this.#post.accepted.json || answer === undefined ? this.#stream : this.openStream();
    this.#isDone = true;
    this.#options.timer.delete(this);
    if (stream === undefined) {
      sendAnswer(this.#post, this.#options.statusOf(errorCode), answer);
      return;
    }
    if (answer !== undefined) stream.send(answer);
    stream.complete();
  }
}

/** HTTP status of an answer of the legacy era: 400 for a message that is no valid request. */
export function legacyStatusOf(errorCode: number | undefined): number {
  return errorCode === -32600 || errorCode === -32700 ? 400 : 200;
}
