import type { Channel } from '../exchange/exchange.js';
import type { MessageText } from '../protocol/json-rpc.js';
import type { EventStream } from './event-stream.js';
import type { Expected, Heart, Waiting } from './heart.js';
import type { HttpSession } from './http-session.js';
import { sendAnswer, type Post } from './post-reply.js';

/**
 * Answers a POST of a session: with plain JSON, unless something has to be sent before, or the answer takes so long that
 * the client wants a sign of life. The stream stays when the connection breaks off.
 */
export class SessionReply implements Waiting {
  readonly channel: Channel;
  readonly #session: HttpSession;
  readonly #post: Post;
  readonly #onDone: () => void;
  #stream: EventStream | undefined;
  #heart: Heart | undefined;
  #expected: Expected | undefined;
  #isDone = false;

  /** @param onDone Called when the answer has been sent, or kept for a client that comes back. */
  constructor(session: HttpSession, post: Post, onDone: () => void) {
    this.#session = session;
    this.#post = post;
    this.#onDone = onDone;
    this.channel = {
      send: (message) => this.#openStream()?.send(message),
      ask: (message) => this.#ask(message),
      respond: (answer, errorCode) => this.#respond(answer, errorCode),
      release: () => this.#openStream()?.detach(),
      http: post.request,
      auth: post.auth,
      peer: session.id,
    };
  }

  /** The answer may not be there yet, nor for long. */
  wait(heart: Heart): void {
    if (this.#isDone) return;
    this.#heart = heart;
    this.#expected = heart.addLater(this);
  }

  /** A connection that closes is no cancellation: nothing has to be heard of it. */
  linger(): void {}

  beat(): void {
    this.#heart?.delete(this);
    this.#openStream();
  }

  #ask(message: MessageText): boolean {
    const stream = this.#openStream();
    stream?.send(message);
    return stream !== undefined;
  }

  #openStream(): EventStream | undefined {
    if (!this.#isDone) this.#stream ??= this.#session.openStream(this.#post);
    return this.#stream;
  }

  #respond(answer: MessageText | undefined, errorCode: number | undefined): void {
    if (this.#isDone) return;
    const stream = this.#post.accepted.json || answer === undefined ? this.#stream : this.#openStream();
    this.#isDone = true;
    if (this.#expected !== undefined) this.#expected.waiting = undefined;
    this.#heart?.delete(this);
    if (stream === undefined) {
      sendAnswer(this.#post, statusOf(errorCode), answer);
    } else {
      if (answer !== undefined) stream.send(answer);
      stream.complete();
    }
    this.#onDone();
  }
}

/** Only what is no request at all is a matter of HTTP. */
export function statusOf(errorCode: number | undefined): number {
  return errorCode === -32600 || errorCode === -32700 ? 400 : 200;
}
