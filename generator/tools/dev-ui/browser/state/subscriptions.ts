import { BackOff } from '../protocol/back-off.js';
import type { Connection } from '../protocol/connection.js';
import { isModern } from '../protocol/protocol-version.js';
import { Observable } from './observable.js';

/** Subscribed resource. */
interface Subscription {
  readonly uri: string;
  /** Number of reported changes. */
  readonly updates: number;
  /** Why the server does not report changes; `undefined` while it does. */
  readonly problem: string | undefined;
}

interface Kept {
  updates: number;
  problem: string | undefined;
  /** Ends the subscription on the connection that opened it. */
  stop: () => void;
}

/**
 * Resource subscriptions of the user. They outlive connections: {@link follow} repeats them on a new connection.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export class Subscriptions extends Observable {
  readonly #kept = new Map<string, Kept>();
  #connection: Connection | undefined;

  /** Returns the subscription to a resource; `undefined` if there is none. */
  find(uri: string): Subscription | undefined {
    const kept = this.#kept.get(uri);
    return kept === undefined ? undefined : { uri, updates: kept.updates, problem: kept.problem };
  }

  /** Repeats all subscriptions on a connection, which later subscriptions also use. */
  follow(connection: Connection): void {
    this.#connection = connection;
    for (const [uri, kept] of this.#kept) this.#start(connection, uri, kept);
    this.changed();
  }

  add(uri: string): void {
    if (this.#kept.has(uri)) return;
    const kept: Kept = { updates: 0, problem: undefined, stop: () => {} };
    this.#kept.set(uri, kept);
    if (this.#connection !== undefined) this.#start(this.#connection, uri, kept);
    this.changed();
  }

  remove(uri: string): void {
    this.#kept.get(uri)?.stop();
    this.#kept.delete(uri);
    this.changed();
  }

  /** Counts a reported change. */
  count(uri: string): void {
    const kept = this.#kept.get(uri);
    if (kept === undefined) return;
    kept.updates += 1;
    this.changed();
  }

  #start(connection: Connection, uri: string, kept: Kept): void {
    kept.problem = undefined;
    const isCurrent = (): boolean => this.#connection === connection && this.#kept.get(uri) === kept;
    const run = isModern(connection.protocolVersion) ? this.#listen : this.#subscribe;
    run(connection, uri, kept, isCurrent).catch((error: unknown) => {
      if (!isCurrent()) return;
      kept.problem = (error as Error).message;
      this.changed();
    });
  }

  /** Keeps a stream open for one resource. Reopens a stream that the server has ended, because the server may have been replaced. */
  readonly #listen = async (
    connection: Connection,
    uri: string,
    kept: Kept,
    isCurrent: () => boolean,
  ): Promise<void> => {
    const ending = new AbortController();
    kept.stop = () => ending.abort();
    const notifications = { resourceSubscriptions: [uri] };
    const backOff = new BackOff();
    while (isCurrent()) {
      backOff.begin();
      await connection.request('subscriptions/listen', { notifications }, { signal: ending.signal });
      await backOff.wait();
    }
  };

  readonly #subscribe = async (connection: Connection, uri: string, kept: Kept): Promise<void> => {
    kept.stop = () => void connection.request('resources/unsubscribe', { uri }).catch(() => undefined);
    await connection.request('resources/subscribe', { uri });
  };
}
