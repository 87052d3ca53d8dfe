import { Connection } from '../../core/connection/connection.js';
import type { Channel } from '../../core/exchange/exchange.js';
import type { MessageText } from '../../wire/json-rpc.js';
import type { Service } from '../../core/service/service.js';
import { checkSessionVersion } from './check-session-version.js';
import { EventStream, parseEventId } from './event-stream.js';
import { HttpError } from './http-error.js';
import { legacyStatusOf, PostReply, type Post, type PostReplyOptions, type ReplyStream } from './post-reply.js';
import type { Session } from './session-store.js';
import type { StreamPool } from './stream-pool.js';

/** Maximum number of completed streams of a session whose events can still be fetched. */
const maxCompleted = 16;

/**
 * Session of the legacy era over HTTP: a connection whose messages arrive in separate requests.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export class HttpSession implements Session {
  readonly id = crypto.randomUUID();
  readonly connection: Connection;
  readonly principal: string | undefined;
  readonly caller: string | undefined;
  readonly #pool: StreamPool;
  readonly #streams = new Map<number, EventStream>();
  #lastStream = 0;
  /** Stream for messages that belong to no request; opened by the client's first GET. */
  #standalone: EventStream | undefined;

  constructor(service: Service, pool: StreamPool, { auth, caller }: Post, sequential: boolean) {
    this.principal = auth?.principal;
    this.caller = caller;
    this.#pool = pool;
    const channel: Channel = { send: (message) => this.#standalone?.send(message), respond: () => {} };
    this.connection = new Connection(service, {
      channel,
      protocolVersion: '2025-03-26',
      sequential,
      sessionId: this.id,
    });
  }

  get isIdle(): boolean {
    return this.connection.isIdle && ![...this.#streams.values()].some(({ isLive }) => isLive);
  }

  /**
   * Serves the message of a POST. Resolves when the response is sent or kept. A closed connection does not cancel the
   * request, because the client can fetch the response with a new connection.
   *
   * @throws HttpError 400 for a version header that differs from the session's version.
   */
  receive(post: Post, message: unknown): Promise<void> {
    checkSessionVersion(post.request, this.connection.protocolVersion);
    return new Promise((resolve) => {
      const reply = new SessionReply(post, {
        timer: this.#pool.timer,
        message,
        statusOf: legacyStatusOf,
        open: () => this.#openStream(post),
        onDone: resolve,
      });
      this.connection.receive(message, reply);
      reply.keepAlive();
    });
  }

  /**
   * Responds to a GET with the messages that belong to no request, or with the rest of an interrupted stream.
   *
   * @throws HttpError 400 for an event after which the stream cannot be resumed, and for a different version; 503 if
   *   too many streams are open.
   * @see
   *   https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
   */
  listen(post: Post, lastEventId: string | undefined): void {
    checkSessionVersion(post.request, this.connection.protocolVersion);
    const from = lastEventId === undefined ? undefined : parseEventId(lastEventId);
    const resumed = from === undefined ? undefined : this.#streams.get(from.stream);
    if (lastEventId !== undefined && resumed?.keepsAllAfter(from?.position ?? 0) !== true) {
      throw new HttpError(400, 'Last-Event-ID has expired; reconnect without it');
    }
    const writer = this.#pool.require(post);
    const stream = resumed ?? (this.#standalone ??= this.#addStream());
    stream.attach(writer, from?.position);
  }

  close(): void {
    this.connection.close('The session was closed');
    for (const stream of this.#streams.values()) {
      stream.complete();
      stream.discard();
    }
  }

  #openStream(post: Post): EventStream | undefined {
    const writer = this.#pool.open(post);
    if (writer === undefined) return undefined;
    const stream = this.#addStream();
    stream.attach(writer);
    return stream;
  }

  #addStream(): EventStream {
    this.#lastStream += 1;
    // Clients of earlier protocol versions reject an event without data.
    const stream = new EventStream(this.#lastStream, this.connection.protocolVersion >= '2025-11-25', {
      take: (size) => this.#takeCharacters(size),
      release: (size) => this.#pool.keptCharacters.release(this.id, size),
    });
    this.#streams.set(stream.id, stream);
    const completed = [...this.#streams.values()].filter(({ isComplete }) => isComplete);
    for (const old of completed.slice(0, -maxCompleted)) this.#forget(old);
    return stream;
  }

  /** Makes room for an event, by dropping the events of the oldest completed streams. */
  #takeCharacters(size: number): boolean {
    const { keptCharacters } = this.#pool;
    if (size > keptCharacters.largest) return false;
    while (!keptCharacters.take(this.id, size)) {
      const completed = [...this.#streams.values()].find(({ isComplete }) => isComplete);
      if (completed === undefined) return false;
      this.#forget(completed);
    }
    return true;
  }

  #forget(stream: EventStream): void {
    this.#streams.delete(stream.id);
    stream.discard();
  }
}

/** Serves the `initialize` request that opens a session; the response is synchronous. */
export function startConnection(
  connection: Connection,
  { request: http, auth }: Post,
  message: unknown,
): { readonly responses: readonly Parameters<Channel['respond']>[]; readonly isRefused: boolean } {
  const responses: Parameters<Channel['respond']>[] = [];
  const respond: Channel['respond'] = (...response) => responses.push(response);
  connection.receive(message, { send: () => {}, respond, http, auth, socket: http });
  return { responses, isRefused: responses.some(([, errorCode]) => errorCode !== undefined) };
}

/** Event stream that outlives its connection. */
export interface ResumableStream extends ReplyStream {
  /** Ends the connection but keeps the stream. */
  detach(): void;
}

/** Response to a POST in a session. It can contain client requests, and its stream can be resumed. */
export class SessionReply<Stream extends ResumableStream> extends PostReply<Stream> {
  readonly #onDone: () => void;

  /** @param options Options; `onDone` is called once the response has been sent, or kept for a reconnecting client. */
  constructor(post: Post, options: PostReplyOptions<Stream> & { readonly onDone: () => void }) {
    super(post, options);
    this.#onDone = options.onDone;
  }

  ask(message: MessageText): boolean {
    const stream = this.openStream();
    stream?.send(message);
    return stream !== undefined;
  }

  release(): void {
    this.openStream()?.detach();
  }

  override respond(response: MessageText | undefined, errorCode?: number): void {
    super.respond(response, errorCode);
    this.#onDone();
  }

  override refuse(error: HttpError): void {
    super.refuse(error);
    this.#onDone();
  }
}
