import type { AuthInfo } from '../../../core/api/request-context.js';
import type { Store } from '../../../core/api/store.js';
import type { LegacyProtocolVersion } from '../../../wire/protocol-versions.js';
import { waitAtMost } from '../../../wire/promises.js';
import { liveNodesOf } from '../../../core/sharing/live-nodes-of.js';
import { nodeIdOf } from '../../../core/sharing/node-id.js';
import type { Service } from '../../../core/service/service.js';
import { sharedChangesOf } from '../../../core/sharing/shared-changes.js';
import type { LiveNodes } from '../../../core/sharing/live-nodes.js';
import { persist } from '../../../core/sharing/persist.js';
import { checkSessionVersion } from '../check-session-version.js';
import { giveUp } from '../give-up.js';
import { HttpError } from '../http-error.js';
import type { ResolvedHttpOptions } from '../http-options.js';
import { startConnection } from '../http-session.js';
import { legacyStatusOf, type Post } from '../post-reply.js';
import { evictableMs, SessionStore } from '../session-store.js';
import { noStream, type StreamPool } from '../stream-pool.js';
import { ResumableSession } from './resumable-session.js';
import { SharedPair } from './shared-pair.js';
import {
  explainStore,
  recordKey,
  removeSession,
  type SessionRecord,
  type SharedSession,
  type SharedSessionOptions,
  type SharingParts,
} from './shared-session.js';

/** Most milliseconds that a process waits at its end for the store to take the last answers. */
const writingMs = 500;

const sessionId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** Parts of the endpoint that shared sessions use. */
interface Serving {
  readonly service: Service;
  readonly streams: StreamPool;
  readonly sequential: boolean;
}

/**
 * Sessions that the processes of a server share. A process that gets a request of a session that it does not know reads the session
 * from the store, and takes part in it from then on.
 */
export class SharedSessions {
  readonly #parts: SharingParts;
  readonly #pool: StreamPool;
  readonly #http: ResolvedHttpOptions;
  readonly #nodes: LiveNodes;
  /** Sessions that this process takes part in. Forgetting one costs no more than reading it again. */
  readonly #sessions: SessionStore<ResumableSession>;
  readonly #pairs: SessionStore<SharedPair>;
  /** Sessions that are being read from the store. */
  readonly #joining = new Map<string, Promise<SharedSession | undefined>>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #stopChanges = (): void => {};
  /** Says that this process has left the others. */
  #leave = async (): Promise<void> => {};
  #isClosed = false;

  constructor({ service, streams, sequential }: Serving, store: Store, http: ResolvedHttpOptions) {
    this.#parts = { service, store, node: nodeIdOf(service), sequential: sequential };
    this.#pool = streams;
    this.#http = http;
    this.#nodes = liveNodesOf(service, store);
    this.#sessions = new SessionStore(http.maxSessions, http.sessionIdleMs, streams.timer, 0);
    this.#pairs = new SessionStore(http.maxStreams, http.sessionIdleMs, streams.timer, 0);
  }

  /** Joins the other processes. While the store cannot be reached, that is tried again in the background. */
  async open(): Promise<void> {
    this.#leave = this.#nodes.begin(this.#http.keepAliveMs);
    const follow = async (): Promise<void> => {
      await this.#nodes.show();
      const stop = await sharedChangesOf(this.#parts.service)?.follow();
      if (this.#isClosed) stop?.();
      else this.#stopChanges = stop ?? this.#stopChanges;
    };
    await follow().catch(() => {
      void persist(follow, () => this.#isClosed);
    });
    this.#timer = setInterval(() => void this.#tend(), Math.ceil(this.#http.keepAliveMs / 3));
    // On Node a timer would keep the process running.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /**
   * Serves an `initialize` that opens a session.
   *
   * @throws HttpError 503 when there are too many sessions, or the store cannot be reached.
   */
  async start(post: Post, message: unknown): Promise<void> {
    const session = new ResumableSession(
      this.#parts,
      this.#describe(crypto.randomUUID(), post, '2025-03-26'),
      this.#pool,
    );
    const { answers, isRefused } = startConnection(session.connection, post, message);
    if (!isRefused) await explained(this.#register(session));
    const headers = isRefused ? post.headers : { ...post.headers, 'Mcp-Session-Id': session.id };
    const reply = this.#pool.reply({ ...post, headers }, message, legacyStatusOf);
    for (const answer of answers) reply.respond(...answer);
  }

  /**
   * Serves the message of a POST. Resolves when it is answered.
   *
   * @throws HttpError 404 for an unknown session, 503 when the store is needed and cannot be reached.
   */
  receive(post: Post, id: string, message: unknown): Promise<void> {
    const known = this.#findKnown(this.#sessions, id, post.auth);
    if (known !== undefined) return known.receive(post, message);
    return this.#findSession(id, post.auth).then((session) => session.receive(post, message));
  }

  /** Answers a GET with a stream. Rejects as `receive` does, and with those of `ResumableSession.listen`. */
  async listen(post: Post, id: string, lastEventId: string | undefined): Promise<void> {
    const session = this.#findKnown(this.#sessions, id, post.auth) ?? (await this.#findSession(id, post.auth));
    await explained(session.listen(post, lastEventId));
  }

  /** Ends a session for all processes. Rejects as `receive` does. */
  async remove(post: Post, id: string): Promise<void> {
    const session = this.#findKnown(this.#sessions, id, post.auth) ?? (await this.#findSession(id, post.auth));
    checkSessionVersion(post.request, session.connection.protocolVersion);
    await explained(session.remove());
    session.end();
    this.#sessions.close(session);
    await this.#parts.store.leave(callerKey(session.caller), id).catch(() => {});
  }

  /**
   * Answers a GET with the stream of a new session of revision 2024-11-05.
   *
   * @param formatPath Path for the client's messages, from the id of the session.
   * @throws HttpError 406 for a client that accepts no stream, 503 when too many are open or the store cannot be reached.
   */
  async openPair(post: Post, formatPath: (id: string) => string): Promise<void> {
    if (!post.accepted.stream) throw noStream(post);
    const pair = new SharedPair(this.#parts, {
      ...this.#describe(crypto.randomUUID(), post, '2024-11-05'),
      ttlMs: this.#pairMs,
    });
    const close = (): void => {
      pair.remove().catch(() => {});
      this.#pairs.close(pair);
      pair.close();
    };
    try {
      await pair.create();
      this.#pairs.add(pair);
      pair.hold(this.#pool.require(post, close), formatPath(pair.id));
    } catch (error) {
      close();
      throw explainStore(error);
    }
    post.reply.onDisconnect(close);
  }

  /**
   * Serves a message of a POST of revision 2024-11-05 with status 202. Resolves when its answer is sent.
   *
   * @throws HttpError 404 when the stream is not open or belongs to another principal, 503 when the store cannot be reached.
   */
  async receivePair(post: Post, id: string, message: unknown): Promise<void> {
    const { store } = this.#parts;
    const join = (options: SharedSessionOptions): SharedPair => new SharedPair(this.#parts, options);
    const known = this.#findKnown(this.#pairs, id, post.auth);
    const pair = known ?? (await explained(this.#join(this.#pairs, id, post.auth, join)));
    // The stream, and with it the session, may have ended at a process that could not say so.
    if (!pair.isHolder && (await explained(store.read(recordKey(id)))) === undefined) throw notFound();
    await explained(pair.passOn(message) ?? Promise.resolve());
    post.reply.send(202, post.headers);
    await pair.receive(post, message);
  }

  /** Ends the input of all sessions: their clients' answers are no longer waited for. */
  endInput(): void {
    for (const { connection } of [...this.#sessions.list(), ...this.#pairs.list()]) connection.endInput();
  }

  /** Leaves the sessions to the other processes, and answers requests that still run here with an error. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    // Before this process hears of no more changes: better twice than never.
    const leaving = this.#sessions.list().map((session) => session.leave().catch(() => {}));
    await waitAtMost(writingMs, Promise.all(leaving));
    this.#stopChanges();
    const sessions = [...this.#sessions.list(), ...this.#pairs.list()];
    for (const { connection } of sessions) connection.forEach(giveUp);
    // The last answers may be on their way to the logs, where their clients find them.
    await waitAtMost(writingMs, Promise.all(sessions.map((session) => session.whenWritten())));
    const held = this.#pairs.list().filter(({ isHolder }) => isHolder);
    this.#sessions.closeAll();
    this.#pairs.closeAll();
    await Promise.all([this.#leave(), ...held.map((pair) => pair.remove())].map((work) => work.catch(() => {})));
  }

  /** Time to live of a pair in the store: it ends soon when its process is gone, because that renews it. */
  get #pairMs(): number {
    return 4 * this.#http.keepAliveMs;
  }

  #describe(id: string, { auth, caller }: Post, protocolVersion: LegacyProtocolVersion): SharedSessionOptions {
    // A quarter more, because a session that is used is renewed only now and then.
    return {
      id,
      principal: auth?.principal,
      caller,
      protocolVersion,
      ttlMs: Math.ceil(this.#http.sessionIdleMs * 1.25),
    };
  }

  /** The session if this process takes part in it. Throws HttpError 404 for one of another principal. */
  #findKnown<Kind extends SharedSession>(
    sessions: SessionStore<Kind>,
    id: string,
    auth: AuthInfo | undefined,
  ): Kind | undefined {
    const known = sessions.get(id);
    if (known === undefined) return undefined;
    if (known.isClosed) {
      sessions.close(known);
      return undefined;
    }
    if (known.principal !== auth?.principal) throw notFound();
    this.#renew(known);
    return known;
  }

  #findSession(id: string, auth: AuthInfo | undefined): Promise<ResumableSession> {
    const join = (options: SharedSessionOptions): ResumableSession =>
      new ResumableSession(this.#parts, options, this.#pool);
    return explained(this.#join(this.#sessions, id, auth, join));
  }

  /** Takes part in a session that the store has. Throws HttpError 404 for an unknown one and for one of another principal. */
  async #join<Kind extends SharedSession>(
    sessions: SessionStore<Kind>,
    id: string,
    auth: AuthInfo | undefined,
    make: (options: SharedSessionOptions) => Kind,
  ): Promise<Kind> {
    if (!sessionId.test(id)) throw notFound();
    const isPair = (sessions as unknown) === this.#pairs;
    const work = async (): Promise<Kind | undefined> => {
      const text = await this.#parts.store.read(recordKey(id));
      if (text === undefined) return undefined;
      const { principal, caller, state }: SessionRecord = JSON.parse(text) as SessionRecord;
      const { revision: protocolVersion } = state.caller;
      const ttlMs = Math.ceil(this.#http.sessionIdleMs * 1.25);
      const session = make({ id, principal, caller, protocolVersion, ttlMs: isPair ? this.#pairMs : ttlMs });
      if (!(await session.join())) return undefined;
      try {
        sessions.add(session);
      } catch (error) {
        session.close();
        throw error;
      }
      return session;
    };
    const joining = (this.#joining.get(id) as Promise<Kind | undefined> | undefined) ?? work();
    this.#joining.set(id, joining);
    const session = await joining.finally(() => this.#joining.delete(id));
    if (session === undefined || session.principal !== auth?.principal) throw notFound();
    return session;
  }

  async #register(session: ResumableSession): Promise<void> {
    const { store } = this.#parts;
    await this.#makeRoom(session);
    try {
      await session.create();
      this.#sessions.add(session);
    } catch (error) {
      session.close();
      const undo = [store.remove(recordKey(session.id)), store.leave(callerKey(session.caller), session.id)];
      await Promise.all(undo.map((work) => work.catch(() => {})));
      throw error;
    }
  }

  /** Counts a session of a caller. When there are too many, the one that was not used for the longest time ends, if it is not in use. */
  async #makeRoom(session: ResumableSession): Promise<void> {
    const { store } = this.#parts;
    if (await this.#enter(session)) return;
    const key = callerKey(session.caller);
    const [oldest] = await store.members(key);
    if (oldest !== undefined) {
      const text = await store.read(recordKey(oldest));
      const { renewed } = JSON.parse(text ?? '{"renewed":0}') as SessionRecord;
      const isUnused = Date.now() - renewed > this.#http.sessionIdleMs / 4 + evictableMs;
      if (isUnused) await Promise.all([removeSession(this.#parts, oldest), store.leave(key, oldest)]);
    }
    if (await this.#enter(session)) return;
    throw new HttpError(503, 'Service Unavailable: too many sessions are open', { 'Retry-After': '60' });
  }

  #enter({ id, caller }: SharedSession): Promise<boolean> {
    const { sessionIdleMs, maxSessions } = this.#http;
    return this.#parts.store.enter(callerKey(caller), id, Math.ceil(sessionIdleMs * 1.25), maxSessions);
  }

  #renew(session: SharedSession): void {
    if (session instanceof SharedPair) {
      if (session.isHolder) session.renew();
    } else if (session.renew()) {
      this.#enter(session).catch(() => {});
    }
  }

  /** Renews what is in use, forgets what has ended, and looks after clients of processes that are gone. */
  async #tend(): Promise<void> {
    for (const session of this.#sessions.list()) {
      if (session.isClosed) this.#sessions.close(session);
      else if (!session.isIdle) this.#renew(session);
    }
    for (const pair of this.#pairs.list()) {
      if (pair.isClosed) this.#pairs.close(pair);
      else this.#renew(pair);
    }
    const followed = this.#sessions.list().map((session) => ({ session, nodes: session.listFollowed() }));
    const gone = await this.#nodes.findGone(followed.flatMap(({ nodes }) => nodes)).catch(() => new Set<string>());
    const work = followed.map(({ session }) => session.updateFollowed((node) => gone.has(node)).catch(() => {}));
    await Promise.all(work);
  }
}

function callerKey(caller: string | undefined): string {
  return `sessions:${caller ?? ''}`;
}

function notFound(): HttpError {
  return new HttpError(404, 'Session not found');
}

async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explainStore(error);
  }
}
