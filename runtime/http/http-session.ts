import { Connection } from '../connection/connection.js';
import type { Channel } from '../exchange/exchange.js';
import type { AuthInfo } from '../api/handlers.js';
import type { Service } from '../service/service.js';
import { EventStream, parseEventId } from './event-stream.js';
import { HttpError } from './http-error.js';
import type { Post } from './post-reply.js';
import { SessionReply } from './session-reply.js';
import type { SseWriter } from './sse-writer.js';
import { noStream, type StreamPool } from './stream-pool.js';

/** Streams that are over and whose events can still be fetched. */
const maximalCompleted = 16;

/**
 * A client of a legacy revision over HTTP: a connection whose messages travel on many requests.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export class HttpSession {
  readonly id = crypto.randomUUID();
  readonly connection: Connection;
  /** When it was last used, in milliseconds since 1970. */
  lastUsed = Date.now();
  /** Who opened it. */
  readonly #principal: string | undefined;
  readonly #pool: StreamPool;
  readonly #streams = new Map<number, EventStream>();
  #lastStream = 0;
  /** Carries what belongs to no request; there once the client has asked for it. */
  #standalone: EventStream | undefined;

  constructor(service: Service, pool: StreamPool, auth: AuthInfo | undefined, ordered: boolean) {
    this.#principal = auth?.principal;
    this.#pool = pool;
    const channel: Channel = { send: (message) => this.#standalone?.send(message), respond: () => {} };
    this.connection = new Connection(service, { channel, revision: '2025-03-26', ordered });
  }

  /** Nothing is being served and nobody is connected. */
  get isIdle(): boolean {
    return this.connection.isIdle && ![...this.#streams.values()].some(({ isLive }) => isLive);
  }

  /** Whether somebody may use it: nobody but who opened it. */
  belongsTo(auth: AuthInfo | undefined): boolean {
    return this.#principal === auth?.principal;
  }

  /**
   * Takes the message of a POST. A connection that closes is no cancellation.
   *
   * @returns Resolves when it is answered, also when nobody is there any more to hear it.
   */
  receive(post: Post, message: unknown): Promise<void> {
    return new Promise((resolve) => {
      const reply = new SessionReply(this, post, resolve);
      this.connection.receive(message, reply.channel);
      reply.wait(this.#pool.heart);
    });
  }

  /**
   * Answers a GET: with the messages that belong to no request, or with the rest of a stream that broke off.
   *
   * @throws HttpError 400 for an event id of no stream that is kept; 503 when too many streams are open.
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
   */
  listen(post: Post, lastEventId: string | undefined): void {
    const from = lastEventId === undefined ? undefined : parseEventId(lastEventId);
    const resumed = from === undefined ? undefined : this.#streams.get(from.stream);
    if (lastEventId !== undefined && resumed === undefined) {
      throw new HttpError(400, 'Invalid Last-Event-ID: there is no such stream any more');
    }
    const writer = this.#pool.open(post.reply, post.headers);
    if (writer === undefined) throw noStream(post.accepted);
    const stream = resumed ?? (this.#standalone ??= this.#addStream());
    stream.attach(writer, from?.position);
  }

  /** Begins a stream for what belongs to a request; `undefined` when its client takes none, or too many are open. */
  openStream({ reply, headers, accepted }: Post): EventStream | undefined {
    const writer: SseWriter | undefined = accepted.stream ? this.#pool.open(reply, headers) : undefined;
    if (writer === undefined) return undefined;
    const stream = this.#addStream();
    stream.attach(writer);
    return stream;
  }

  /** Ends the session: what runs is stopped, streams end. */
  close(): void {
    this.connection.close(new Error('The session was closed'));
    for (const stream of this.#streams.values()) {
      stream.complete();
      stream.discard();
    }
  }

  #addStream(): EventStream {
    this.#lastStream += 1;
    // For clients of earlier revisions an event without data is an error.
    const stream = new EventStream(this.#lastStream, this.connection.revision >= '2025-11-25', this.#pool.events);
    this.#streams.set(stream.id, stream);
    const completed = [...this.#streams.values()].filter(({ isComplete }) => isComplete);
    for (const old of completed.slice(0, -maximalCompleted)) {
      this.#streams.delete(old.id);
      old.discard();
    }
    return stream;
  }
}
