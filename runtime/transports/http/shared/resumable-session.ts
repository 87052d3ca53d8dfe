import type { Channel } from '../../../core/exchange/exchange.js';
import { classify, type MessageText } from '../../../wire/json-rpc.js';
import { checkSessionVersion } from '../check-session-version.js';
import type { EventBudget } from '../event-stream.js';
import { HttpError } from '../http-error.js';
import { SessionReply } from '../http-session.js';
import { legacyStatusOf, type Post } from '../post-reply.js';
import { noStream, type StreamPool } from '../stream-pool.js';
import { sharedChangesOf } from '../../../core/sharing/shared-changes.js';
import type { SseWriter } from '../sse-writer.js';
import { changeStream, ChangeStream, parseChangeId } from './change-stream.js';
import { FollowedStream } from './followed-stream.js';
import {
  explainStore,
  isChanging,
  SharedSession,
  storeAway,
  type SessionMessage,
  type SharedSessionOptions,
  type SharingParts,
} from './shared-session.js';
import { SharedStream } from './shared-stream.js';
import { completedMs, parseEventId, StreamLog } from './stream-log.js';

/** Maximum number of completed streams of a session that this process keeps. */
const maxCompleted = 16;

/**
 * Session of Streamable HTTP that several processes share. A client can continue each of its streams on any process.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class ResumableSession extends SharedSession {
  readonly #pool: StreamPool;
  readonly #changeStream: ChangeStream;
  /** Streams of requests that this process writes. */
  readonly #streams = new Map<string, SharedStream>();
  /** Streams of other processes that clients continue in this process. */
  readonly #followed = new Map<string, { readonly stream: FollowedStream; readonly node: string }>();
  /**
   * Streams that clients continue in this process, with the number of this process's own unread messages about each
   * stream.
   */
  readonly #announced = new Map<string, number>();
  #lastStream = 0;

  constructor(parts: SharingParts, options: SharedSessionOptions, pool: StreamPool) {
    const changeStream = new ChangeStream();
    const send: Channel['send'] = (message, position) => changeStream.send(message, position);
    super(parts, options, { send, respond: () => {} });
    this.#changeStream = changeStream;
    this.#pool = pool;
  }

  get isIdle(): boolean {
    const streams = [...this.#streams.values(), ...[...this.#followed.values()].map(({ stream }) => stream)];
    return this.connection.isIdle && ![this.#changeStream, ...streams].some(({ isLive }) => isLive);
  }

  /**
   * Serves the message of a POST. Resolves when the response is sent or kept.
   *
   * @throws HttpError 400 for a version header that differs from the session's version, 503 if the message is for
   *   another process and the store is unreachable.
   */
  async receive(post: Post, message: unknown): Promise<void> {
    checkSessionVersion(post.request, this.connection.protocolVersion);
    const passing = this.passOn(message);
    if (passing !== undefined) await passing.catch((error: unknown) => Promise.reject(explainStore(error)));
    await new Promise<void>((resolve) => {
      const session = isChanging(message) ? this : undefined;
      const reply = new SharedReply(session, post, {
        timer: this.#pool.timer,
        message,
        statusOf: legacyStatusOf,
        open: () => this.#openStream(post, message),
        onDone: resolve,
      });
      this.connection.receive(message, reply);
      reply.keepAlive();
    });
  }

  /**
   * Responds to a GET with the messages that belong to no request, or with the rest of an interrupted stream of any process.
   *
   * @throws HttpError 400 for an event after which the stream cannot be resumed, and for a different version; 503 if
   *   too many streams are open or the store is unreachable.
   */
  async listen(post: Post, lastEventId: string | undefined): Promise<void> {
    checkSessionVersion(post.request, this.connection.protocolVersion);
    if (!post.accepted.stream) throw noStream(post);
    const change = lastEventId === undefined ? undefined : parseChangeId(lastEventId);
    if (lastEventId === undefined) await this.#listenToChanges(post);
    else if (change === null) await this.#resume(post, lastEventId);
    else await this.#continueChanges(post, change);
  }

  async #listenToChanges(post: Post): Promise<void> {
    this.#attachChanges(this.#pool.require(post), this.#changes?.position);
    await this.#announceTaken(changeStream);
  }

  /** @param from Position of the client's last event, if it is known. */
  async #continueChanges(post: Post, from: number | undefined): Promise<void> {
    const changes = this.#changes;
    const isKnown = from !== undefined && (await changes?.has(from)) === true;
    // From here on synchronously: no change may be announced between the list and the stream.
    this.#attachChanges(this.#require(post), from ?? changes?.position);
    const missed = isKnown ? changes?.listAfter(from) : undefined;
    this.tellAgain(missed, { send: (...message) => this.#changeStream.sendAgain(...message) });
    await this.#announceTaken(changeStream);
  }

  #attachChanges(writer: SseWriter, from: number | undefined): void {
    this.#changeStream.attach(writer, this.#isPrimed ? from : undefined);
  }

  async #resume(post: Post, lastEventId: string): Promise<void> {
    const expired = new HttpError(400, 'Last-Event-ID has expired; reconnect without it');
    const from = parseEventId(lastEventId);
    if (from === undefined) throw expired;
    const { stream: id, node, position } = from;
    const log = this.#openLog(id);
    const event = await log.find(position);
    if (event === undefined) throw expired;
    const writer = this.#require(post);
    const ownStream = this.#streams.get(id);
    if (ownStream === undefined) {
      const stream = new FollowedStream(log, writer, position, event.ids, this.#isPrimed);
      // Otherwise the client would get an error instead of a response that it already has.
      if (event.isLast) stream.end();
      this.#followed.get(id)?.stream.end();
      this.#followed.set(id, { stream, node });
    } else {
      ownStream.attach(writer, position);
    }
    await this.#announceTaken(id);
    await this.#followed.get(id)?.stream.update();
  }

  #require(post: Post): SseWriter {
    if (this.isClosed) throw new HttpError(404, 'Session not found');
    return this.#pool.require(post);
  }

  get #changes(): ReturnType<typeof sharedChangesOf> {
    return sharedChangesOf(this.parts.service);
  }

  /** Notifies the other processes, which may still write to a former connection of the client. */
  async #announceTaken(id: string): Promise<void> {
    this.#announced.set(id, (this.#announced.get(id) ?? 0) + 1);
    await this.say({ taken: id }).catch(() => this.noticeTaken(id));
  }

  protected override noticeTaken(id: string): void {
    const left = (this.#announced.get(id) ?? 0) - 1;
    if (left > 0) this.#announced.set(id, left);
    else this.#announced.delete(id);
  }

  /** Lists the processes whose streams clients continue in this process. */
  listFollowed(): readonly string[] {
    this.#sweep();
    return [...this.#followed.values()].map(({ node }) => node);
  }

  /** Reads the logs of followed streams, and ends streams whose processes have ended. */
  async updateFollowed(isGone: (node: string) => boolean): Promise<void> {
    const work = [...this.#followed.values()].map(({ stream, node }) =>
      isGone(node) ? stream.fail() : stream.update(),
    );
    await Promise.all(work);
  }

  /** Sends the client a position to continue from, if its last one is far behind. */
  markPosition(): void {
    this.#changeStream.mark(this.#changes?.position);
  }

  override renew(): boolean {
    const isDue = super.renew();
    for (const [id, { isComplete }] of isDue ? this.#streams : []) {
      if (!isComplete)
        this.#openLog(id)
          .extend()
          .catch(() => {});
    }
    return isDue;
  }

  async whenWritten(): Promise<void> {
    await Promise.all([...this.#streams.values()].map((stream) => stream.whenWritten()));
  }

  override end(): void {
    super.close();
    for (const stream of this.#streams.values()) stream.discard();
    this.close();
  }

  /** Closes the session but keeps the logs, so that a client can continue its streams on another process. */
  override close(): void {
    for (const stream of this.#streams.values()) stream.abandon();
    for (const { stream } of this.#followed.values()) stream.end();
    this.#changeStream.end();
    this.#streams.clear();
    this.#followed.clear();
    super.close();
  }

  protected override take(message: SessionMessage): void {
    if ('more' in message) void this.#followed.get(message.more)?.stream.update();
    if (!('taken' in message)) return;
    const { taken } = message;
    // The message was sent before this process's own pending message, so the client has since moved to this process.
    if (this.#announced.has(taken)) return;
    if (taken === changeStream) this.#changeStream.end();
    this.#followed.get(taken)?.stream.end();
    this.#followed.delete(taken);
    this.#streams.get(taken)?.detach();
  }

  protected override onGap(): void {
    super.onGap();
    this.#announced.clear();
    for (const { stream } of this.#followed.values()) void stream.update();
  }

  /** Whether the client accepts an event without data. Clients of earlier protocol versions reject it. */
  get #isPrimed(): boolean {
    return this.connection.protocolVersion >= '2025-11-25';
  }

  #openLog(id: string): StreamLog {
    return new StreamLog(this.parts.store, this.id, id, this.ttlMs);
  }

  #openStream(post: Post, message: unknown): SharedStream | undefined {
    // Delayed, because a client with the head but no event could not continue the stream elsewhere if this process were
    // killed.
    const writer = this.#pool.open(post, { isDelayed: true });
    if (writer === undefined) return undefined;
    this.#lastStream += 1;
    const id = `${this.parts.node}.${this.#lastStream}`;
    const budget: EventBudget = {
      take: (size) => this.#takeCharacters(size),
      release: (size) => this.#pool.keptCharacters.release(this.id, size),
    };
    const onMore = (): void => this.hint({ more: id });
    const options = { log: this.#openLog(id), ids: encodeIds(message), isPrimed: this.#isPrimed, budget, onMore };
    const stream = new SharedStream(options);
    this.#streams.set(id, stream);
    this.#sweep();
    stream.attach(writer);
    return stream;
  }

  /** Makes room for an event, by dropping the oldest completed streams. */
  #takeCharacters(size: number): boolean {
    const { keptCharacters } = this.#pool;
    if (size > keptCharacters.largest) return false;
    while (!keptCharacters.take(this.id, size)) {
      const [oldest] = this.#listCompleted();
      if (oldest === undefined) return false;
      this.#forget(oldest);
    }
    return true;
  }

  #listCompleted(): readonly string[] {
    return [...this.#streams].flatMap(([id, { isComplete }]) => (isComplete ? [id] : []));
  }

  /** Drops ended streams. */
  #sweep(): void {
    for (const id of this.#listCompleted().slice(0, -maxCompleted)) this.#forget(id);
    const limit = performance.now() - completedMs;
    for (const [id, { completedAt }] of this.#streams) if (completedAt < limit) this.#forget(id);
    for (const [id, { stream }] of this.#followed) if (!stream.isLive) this.#followed.delete(id);
  }

  #forget(id: string): void {
    this.#streams.get(id)?.discard();
    this.#streams.delete(id);
  }
}

/** Encodes the IDs of the requests in a message as JSON text: one ID, or a list for a batch. */
function encodeIds(message: unknown): string {
  const idOf = (each: unknown): unknown[] => {
    const incoming = classify(each);
    return incoming.kind === 'request' ? [incoming.id] : [];
  };
  return JSON.stringify(Array.isArray(message) ? message.flatMap(idOf) : (idOf(message)[0] ?? null));
}

/** Response to a POST of a shared session. */
class SharedReply extends SessionReply<SharedStream> {
  readonly #session: SharedSession | undefined;

  /** @param session Session whose changes are stored before the response is sent. */
  constructor(session: SharedSession | undefined, ...args: ConstructorParameters<typeof SessionReply<SharedStream>>) {
    super(...args);
    this.#session = session;
  }

  override respond(response: MessageText | undefined, errorCode?: number): void {
    const saving = this.#session?.save();
    if (saving === undefined) {
      super.respond(response, errorCode);
      return;
    }
    saving.then(
      () => super.respond(response, errorCode),
      () => this.refuse(storeAway()),
    );
  }
}
