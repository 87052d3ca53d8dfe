import type { AuthInfo } from '../../core/api/request-context.js';
import type { Connection } from '../../core/connection/connection.js';
import type { Channel } from '../../core/exchange/exchange.js';
import { HttpError } from './http-error.js';
import type { KeepAliveTarget, KeepAliveTimer } from './keep-alive-timer.js';
import { SharedLimit } from '../../core/sharing/shared-limit.js';
import { failOnShutdown } from './fail-on-shutdown.js';

/** Time in milliseconds after which an unused session can be evicted for a new session. */
export const evictableMs = 60_000;

/** State of a client across requests. */
export interface Session {
  readonly id: string;
  /** Principal that opened the session. */
  readonly principal: string | undefined;
  /** Key of the caller that opened the session, for limits. */
  readonly caller: string | undefined;
  readonly connection: Connection;
  /** Whether the session is idle: it is serving no request and has no connected stream. */
  readonly isIdle: boolean;
  /** Cancels the requests of the session and ends its streams. */
  close(): void;
}

/** Session on the two endpoints of protocol version 2024-11-05, which lasts as long as its stream. */
export interface SseSession extends Session {
  readonly channel: Channel;
}

/** Open sessions: limits their number, and closes idle ones. */
export class SessionStore<Kind extends Session> implements KeepAliveTarget {
  /** Sessions, least recently used first, with the time of last use from `performance.now`. */
  readonly #sessions = new Map<string, { readonly session: Kind; lastUsed: number }>();
  readonly #open: SharedLimit;
  readonly #idleMs: number;
  readonly #timer: KeepAliveTimer;
  readonly #evictableMs: number;

  /** @param unusedMs Time in milliseconds after which an unused session can be evicted for a new session. */
  constructor(maxSessions: number, idleMs: number, timer: KeepAliveTimer, unusedMs = evictableMs) {
    this.#open = new SharedLimit(maxSessions);
    this.#idleMs = idleMs;
    this.#timer = timer;
    this.#evictableMs = unusedMs;
  }

  /** Returns the session with an ID if it is open here, which counts as a use. */
  get(id: string): Kind | undefined {
    const found = this.#sessions.get(id)?.session;
    if (found !== undefined) this.#use(found);
    return found;
  }

  /** All open sessions. */
  list(): readonly Kind[] {
    return [...this.#sessions.values()].map(({ session }) => session);
  }

  /**
   * Finds a session by its ID, which counts as a use.
   *
   * @throws HttpError 404 for an unknown session or another principal's session, so that IDs cannot be probed.
   */
  find(id: string, auth: AuthInfo | undefined): Kind {
    const found = this.#sessions.get(id);
    if (found === undefined || found.session.principal !== auth?.principal) {
      throw new HttpError(404, 'Session not found');
    }
    this.#use(found.session);
    return found.session;
  }

  /** @throws HttpError 503 if there is no room, or the caller has used its share. */
  add(session: Kind): void {
    const { caller } = session;
    if (!this.#open.allows(caller)) this.#makeRoom(caller);
    if (!this.#open.take(caller)) {
      throw new HttpError(503, 'Service Unavailable: too many sessions are open', { 'Retry-After': '60' });
    }
    this.#use(session);
    this.#timer.add(this);
  }

  close(session: Kind): void {
    if (!this.#sessions.delete(session.id)) return;
    this.#open.release(session.caller);
    if (this.#sessions.size === 0) this.#timer.delete(this);
    session.close();
  }

  /** Fails the running requests, and closes all sessions. */
  closeAll(): void {
    for (const { session } of this.#sessions.values()) session.connection.forEach(failOnShutdown);
    for (const { session } of this.#sessions.values()) this.close(session);
  }

  /** Ends the input of all sessions, so that client responses are no longer awaited. */
  endInput(): void {
    for (const { session } of this.#sessions.values()) session.connection.endInput();
  }

  /** Closes sessions that were not used for `idleMs`. */
  tick(): void {
    const busy = [...this.#sessions.values()].filter(({ session }) => !session.isIdle);
    for (const { session } of busy) this.#use(session);
    for (const session of this.#listIdle(this.#idleMs)) this.close(session);
  }

  #use(session: Kind): void {
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, { session, lastUsed: performance.now() });
  }

  /**
   * Evicts a session: the caller's least recently used session if the caller has used its share, otherwise the least
   * recently used session of any caller.
   */
  #makeRoom(caller: string | undefined): void {
    const isFull = this.#open.isExhausted;
    for (const session of this.#listIdle(this.#evictableMs)) {
      if (isFull || session.caller === caller) return this.close(session);
    }
  }

  /** Lists the sessions that were unused for some time, least recently used first. */
  *#listIdle(unusedMs: number): Generator<Kind> {
    const limit = performance.now() - unusedMs;
    for (const { session, lastUsed } of this.#sessions.values()) {
      if (lastUsed >= limit) return;
      if (session.isIdle) yield session;
    }
  }
}
