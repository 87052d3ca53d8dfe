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
import { failOnShutdown } from '../fail-on-shutdown.js';
import { HttpError } from '../http-error.js';
import type { ResolvedHttpOptions } from '../http-options.js';
import { startConnection } from '../http-session.js';
import { legacyStatusOf, type Post } from '../post-reply.js';
import { evictableMs, SessionStore } from '../session-store.js';
import { noStream, type StreamPool } from '../stream-pool.js';
import { ResumableSession } from './resumable-session.js';
import { SharedSseSession } from './shared-sse-session.js';
import { fromStoredCaller } from './shared-state.js';
import {
  explainStore,
  recordKey,
  removeSession,
  type SessionRecord,
  type SharedSession,
  type SharedSessionOptions,
  type SharingParts,
} from './shared-session.js';

/** Maximum time that an ending process waits for the store to accept the last responses, in milliseconds. */
const writingMs = 500;

const sessionId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

/** Parts of the endpoint that shared sessions use. */
interface Serving {
  readonly service: Service;
  readonly streams: StreamPool;
  readonly sequential: boolean;
}

/**
 * Sessions that the processes of a server share. A process that receives a request of an unknown session reads the
 * session from the store, and joins it.
 */
export class SharedSessions {
  readonly #parts: SharingParts;
  readonly #pool: StreamPool;
  readonly #http: ResolvedHttpOptions;
  readonly #nodes: LiveNodes;
  /** Sessions that this process has joined. If a session is dropped, it is simply read again. */
  readonly #sessions: SessionStore<ResumableSession>;
  readonly #sseSessions: SessionStore<SharedSseSession>;
  /** Sessions that are being read from the store. */
  readonly #joining = new Map<string, Promise<SharedSession | undefined>>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #stopChanges = (): void => {};
  /** Announces that this process has left the others. */
  #leave = async (): Promise<void> => {};
  #isClosed = false;

  constructor({ service, streams, sequential }: Serving, store: Store, http: ResolvedHttpOptions) {
    this.#parts = { service, store, node: nodeIdOf(service), sequential };
    this.#pool = streams;
    this.#http = http;
    this.#nodes = liveNodesOf(service, store);
    this.#sessions = new SessionStore(http.maxSessions, http.sessionIdleMs, streams.timer, 0);
    this.#sseSessions = new SessionStore(http.maxStreams, http.sessionIdleMs, streams.timer, 0);
  }

  /** Joins the other processes. Retries in the background while the store is unreachable. */
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
   * Serves an `initialize` request that opens a session.
   *
   * @throws HttpError 503 if there are too many sessions, or the store is unreachable.
   */
  async start(post: Post, message: unknown): Promise<void> {
    const session = new ResumableSession(
      this.#parts,
      this.#describe(crypto.randomUUID(), post, '2025-03-26'),
      this.#pool,
    );
    const { responses, isRefused } = startConnection(session.connection, post, message);
    if (!isRefused) await explainingStore(this.#register(session));
    const headers = isRefused ? post.headers : { ...post.headers, 'Mcp-Session-Id': session.id };
    const reply = this.#pool.reply({ ...post, headers }, message, legacyStatusOf);
    for (const response of responses) reply.respond(...response);
  }

  /**
   * Serves the message of a POST. Resolves when the response is sent or kept.
   *
   * @throws HttpError 404 for an unknown session, 503 if the store is needed but unreachable.
   */
  receive(post: Post, id: string, message: unknown): Promise<void> {
    const joined = this.#findKnown(this.#sessions, id, post.auth);
    if (joined !== undefined) return joined.receive(post, message);
    return this.#findSession(id, post.auth).then((session) => session.receive(post, message));
  }

  /** Responds to a GET with a stream. Rejects like `receive` and `ResumableSession.listen`. */
  async listen(post: Post, id: string, lastEventId: string | undefined): Promise<void> {
    const session = this.#findKnown(this.#sessions, id, post.auth) ?? (await this.#findSession(id, post.auth));
    await explainingStore(session.listen(post, lastEventId));
  }

  /** Ends a session for all processes. Rejects like `receive`. */
  async remove(post: Post, id: string): Promise<void> {
    const session = this.#findKnown(this.#sessions, id, post.auth) ?? (await this.#findSession(id, post.auth));
    checkSessionVersion(post.request, session.connection.protocolVersion);
    await explainingStore(session.remove());
    session.end();
    this.#sessions.close(session);
    await this.#parts.store.leave(callerKey(session.caller), id).catch(() => {});
  }

  /**
   * Responds to a GET with the stream of a new session of protocol version 2024-11-05.
   *
   * @param formatPath Creates the path for the client's messages from the session id.
   * @throws HttpError 406 for a client that accepts no stream, 503 if too many are open or the store is unreachable.
   */
  async openSseStream(post: Post, formatPath: (id: string) => string): Promise<void> {
    if (!post.accepted.stream) throw noStream(post);
    const session = new SharedSseSession(this.#parts, {
      ...this.#describe(crypto.randomUUID(), post, '2024-11-05'),
      ttlMs: this.#sseTtlMs,
    });
    const close = (): void => {
      session.remove().catch(() => {});
      this.#sseSessions.close(session);
      session.close();
    };
    try {
      await session.create();
      this.#sseSessions.add(session);
      session.hold(this.#pool.require(post, close), formatPath(session.id));
    } catch (error) {
      close();
      throw explainStore(error);
    }
    post.reply.onDisconnect(close);
  }

  /**
   * Serves the message of a POST of protocol version 2024-11-05 with status 202. Resolves when its response is sent.
   *
   * @throws HttpError 404 if the stream is not open or belongs to another principal, 503 if the store is unreachable.
   */
  async receiveSseMessage(post: Post, id: string, message: unknown): Promise<void> {
    const { store } = this.#parts;
    const join = (options: SharedSessionOptions): SharedSseSession => new SharedSseSession(this.#parts, options);
    const joined = this.#findKnown(this.#sseSessions, id, post.auth);
    const session = joined ?? (await explainingStore(this.#join(this.#sseSessions, id, post.auth, join)));
    // The stream, and with it the session, may have ended in a process that could not announce it.
    if (!session.isHolder && (await explainingStore(store.read(recordKey(id)))) === undefined) throw notFound();
    await explainingStore(session.passOn(message) ?? Promise.resolve());
    post.reply.send(202, post.headers);
    await session.receive(post, message);
  }

  /** Ends the input of all sessions, so that client responses are no longer awaited. */
  endInput(): void {
    for (const { connection } of [...this.#sessions.list(), ...this.#sseSessions.list()]) connection.endInput();
  }

  /** Leaves the sessions to the other processes, and fails running requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#stopChanges();
    const sessions = [...this.#sessions.list(), ...this.#sseSessions.list()];
    for (const { connection } of sessions) connection.forEach(failOnShutdown);
    // The last responses may still be in transit to the logs, where their clients find them.
    await waitAtMost(writingMs, Promise.all(sessions.map((session) => session.whenWritten())));
    const held = this.#sseSessions.list().filter(({ isHolder }) => isHolder);
    this.#sessions.closeAll();
    this.#sseSessions.closeAll();
    await Promise.all([this.#leave(), ...held.map((session) => session.remove())].map((work) => work.catch(() => {})));
  }

  /** Time to live of an SSE session in the store: short, so that a session whose process has ended expires soon. */
  get #sseTtlMs(): number {
    return 4 * this.#http.keepAliveMs;
  }

  #describe(id: string, { auth, caller }: Post, protocolVersion: LegacyProtocolVersion): SharedSessionOptions {
    // A quarter more, because a used session is renewed only occasionally.
    return {
      id,
      principal: auth?.principal,
      caller,
      protocolVersion,
      ttlMs: Math.ceil(this.#http.sessionIdleMs * 1.25),
    };
  }

  /** Returns the session if this process has joined it. Throws HttpError 404 for another principal's session. */
  #findKnown<Kind extends SharedSession>(
    sessions: SessionStore<Kind>,
    id: string,
    auth: AuthInfo | undefined,
  ): Kind | undefined {
    const joined = sessions.get(id);
    if (joined === undefined) return undefined;
    if (joined.isClosed) {
      sessions.close(joined);
      return undefined;
    }
    if (joined.principal !== auth?.principal) throw notFound();
    this.#renew(joined);
    return joined;
  }

  #findSession(id: string, auth: AuthInfo | undefined): Promise<ResumableSession> {
    const join = (options: SharedSessionOptions): ResumableSession =>
      new ResumableSession(this.#parts, options, this.#pool);
    return explainingStore(this.#join(this.#sessions, id, auth, join));
  }

  /** Joins a stored session. Throws HttpError 404 for an unknown session and for another principal's session. */
  async #join<Kind extends SharedSession>(
    sessions: SessionStore<Kind>,
    id: string,
    auth: AuthInfo | undefined,
    make: (options: SharedSessionOptions) => Kind,
  ): Promise<Kind> {
    if (!sessionId.test(id)) throw notFound();
    const isSse = (sessions as unknown) === this.#sseSessions;
    const work = async (): Promise<Kind | undefined> => {
      const text = await this.#parts.store.read(recordKey(id));
      if (text === undefined) return undefined;
      const { principal, caller, state }: SessionRecord = JSON.parse(text) as SessionRecord;
      const { protocolVersion } = fromStoredCaller(state.caller);
      const ttlMs = Math.ceil(this.#http.sessionIdleMs * 1.25);
      const session = make({ id, principal, caller, protocolVersion, ttlMs: isSse ? this.#sseTtlMs : ttlMs });
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

  /** Counts a session of a caller. If there are too many, ends the least recently used session, unless it is in use. */
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
    if (session instanceof SharedSseSession) {
      if (session.isHolder) session.renew();
    } else if (session.renew()) {
      this.#enter(session).catch(() => {});
    }
  }

  /** Renews used sessions, drops ended sessions, and updates followed streams, including streams of ended processes. */
  async #tend(): Promise<void> {
    for (const session of this.#sessions.list()) {
      if (session.isClosed) this.#sessions.close(session);
      else if (!session.isIdle) this.#renew(session);
      session.markPosition();
    }
    for (const session of this.#sseSessions.list()) {
      if (session.isClosed) this.#sseSessions.close(session);
      else this.#renew(session);
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

async function explainingStore<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explainStore(error);
  }
}
