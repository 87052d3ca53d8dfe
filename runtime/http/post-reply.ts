import type { Channel, ExchangeOwner } from '../exchange/exchange.js';
import type { AuthInfo, HttpRequestInfo } from '../api/handlers.js';
import type { MessageText } from '../protocol/json-rpc.js';
import { noHeaders, type HttpHeaders, type HttpReply, type HttpRequest } from './http-message.js';
import type { Expected, Waiting } from './heart.js';
import type { Accepted } from './read-message.js';
import type { SseWriter } from './sse-writer.js';
import type { StreamPool } from './stream-pool.js';

/** A request that passed the guards, and what it is answered with. */
export interface Post {
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly accepted: Accepted;
  readonly auth: AuthInfo | undefined;
  /** Headers of every answer. */
  readonly headers: HttpHeaders;
}

/** The status of an answer: from the code of the error, if it is one. */
export type StatusOf = (errorCode: number | undefined) => number;

const plainJson: HttpHeaders = { 'Content-Type': 'application/json' };

/** The headers of an answer in JSON. */
export function jsonHeaders(headers: HttpHeaders): HttpHeaders {
  return headers === noHeaders ? plainJson : { ...headers, ...plainJson };
}

/** Answers with plain JSON, or with 202 when there is nothing to say. */
export function sendAnswer({ reply, headers }: Post, status: number, answer: MessageText | undefined): void {
  if (answer === undefined) reply.send(202, headers);
  else reply.send(status, jsonHeaders(headers), answer);
}

/**
 * Answers a POST whose stream ends with the connection: with plain JSON, unless something has to be sent before, or the
 * answer takes so long that the client wants a sign of life.
 */
export class PostReply implements Channel, ExchangeOwner, Waiting {
  readonly #post: Post;
  readonly #streams: StreamPool;
  readonly #statusOf: StatusOf;
  #writer: SseWriter | undefined;
  #onGone: (() => void) | undefined;
  #expected: Expected | undefined;
  #onEnd: (() => void) | undefined;
  #isLingering = false;
  #isDone = false;
  #isGone = false;

  constructor(post: Post, streams: StreamPool, statusOf: StatusOf) {
    this.#post = post;
    this.#streams = streams;
    this.#statusOf = statusOf;
  }

  get http(): HttpRequestInfo {
    return this.#post.request;
  }

  get auth(): AuthInfo | undefined {
    return this.#post.auth;
  }

  get peer(): string | undefined {
    return this.#post.request.remoteAddress;
  }

  /** The client has gone; known of a reply that lingers. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Resolves when the exchange that it belongs to is closed; to be asked for once, before that. */
  get ended(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEnd = resolve;
    });
  }

  forget(): void {
    this.#onEnd?.();
  }

  /**
   * The answer is not there yet, and may not be for long.
   *
   * @param onGone Called when the client goes away before it is, or has gone already.
   */
  wait(onGone: () => void): void {
    if (this.#isGone) onGone();
    if (this.#isDone) return;
    this.#onGone = onGone;
    this.#expected = this.#streams.heart.addLater(this);
  }

  linger(): void {
    if (this.#isLingering) return;
    this.#isLingering = true;
    this.#post.reply.onDisconnect(() => {
      this.#isGone = true;
      this.abandon();
      this.#onGone?.();
    });
  }

  beat(): void {
    this.#streams.heart.delete(this);
    this.openStream();
  }

  /** There is nobody to answer, or no need any more. */
  abandon(): void {
    this.#isDone = true;
    if (this.#expected !== undefined) this.#expected.waiting = undefined;
    this.#streams.heart.delete(this);
  }

  /** @returns Whether there is a stream; there is none for clients that take none, nor when there are too many. */
  openStream(): boolean {
    const { reply, headers, accepted } = this.#post;
    if (accepted.stream) this.#writer ??= this.#streams.open(reply, headers);
    if (this.#writer === undefined) return false;
    this.linger();
    return true;
  }

  send(message: MessageText): void {
    if (!this.#isDone) this.openStream();
    this.#writer?.event(message);
  }

  respond(answer: MessageText | undefined, errorCode?: number): void {
    if (this.#isDone) return;
    this.abandon();
    const isPlain = answer === undefined || this.#post.accepted.json;
    const writer = this.#writer ?? (isPlain ? undefined : this.#streams.open(this.#post.reply, this.#post.headers));
    if (writer === undefined) {
      sendAnswer(this.#post, this.#statusOf(errorCode), answer);
      return;
    }
    if (answer !== undefined) writer.event(answer);
    // What follows the answer in the same turn still goes out.
    setTimeout(() => writer.end());
  }
}
