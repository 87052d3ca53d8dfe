import type { TaskQueue } from './task-queue.js';

/** Thrown if the store cannot be reached. The call may or may not have taken effect; it can be repeated. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Entry of a log. Positions start at 1 and increase by 1. */
export interface LogEntry {
  readonly position: number;
  readonly text: string;
}

// See docs/decisions/0042-a-store-is-one-small-port.md.
/**
 * State that several processes share: values, logs, counts and messages. All are strings under keys, each with a time
 * to live. Every method concerns one key and is atomic. Times to live are in milliseconds, by the clock of the store,
 * because the clocks of the processes can differ.
 *
 * Every method except `close` rejects with a {@link StoreError} while the store cannot be reached.
 */
export interface Store {
  /** Whether the store could be reached at the last attempt. */
  readonly isAvailable: boolean;

  /** Returns the value of a key; `undefined` if it does not exist or has expired. */
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string, ttlMs: number): Promise<void>;
  /** Writes a value unless the key already has a value. Returns whether it was written. */
  add(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Writes a value if the key still has the value `former`. Returns whether it was written. */
  replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean>;
  /** Sets a new time to live for a value, log or set. Returns `false` if it does not exist. */
  extend(key: string, ttlMs: number): Promise<boolean>;
  /** Deletes a value, log or set. If several callers remove it at the same time, exactly one of them gets the value. */
  remove(key: string): Promise<string | undefined>;

  /**
   * Appends an entry to a log and sets the log's time to live.
   *
   * @param max Maximum number of entries in the log; older entries are dropped.
   * @returns The position of the entry.
   */
  append(key: string, text: string, ttlMs: number, max: number): Promise<number>;
  /**
   * Reads the entries after a position, the oldest first.
   *
   * @returns `undefined` if there is no such log, it no longer has every entry after the position, or the position does
   *   not exist yet.
   */
  readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined>;

  /**
   * Adds a member to a set, or renews it. Each member has its own time to live.
   *
   * @returns `false`, without a change, if the set already has `max` other members.
   */
  enter(key: string, member: string, ttlMs: number, max: number): Promise<boolean>;
  leave(key: string, member: string): Promise<void>;
  /** Lists the members of a set, in order of expiry. */
  members(key: string): Promise<readonly string[]>;

  /**
   * Takes a token from a token bucket that holds the tokens of one second and starts full.
   *
   * @returns 0 if a token was taken, otherwise the time until a token is available, in milliseconds.
   */
  take(key: string, perSecond: number): Promise<number>;

  /** Publishes a message to all current subscribers of a channel. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Subscribes to a channel. Messages published while the store cannot be reached are lost.
   *
   * @param onGap Called when messages may have been lost: the connection to the store was interrupted.
   * @returns A function that unsubscribes. The listener gets every message published after this resolves.
   */
  subscribe(channel: string, listener: (message: string) => void, onGap?: () => void): Promise<() => void>;

  /**
   * Returns the time of the store, in milliseconds since 1970. Absent: all processes run on one machine and share its
   * clock.
   */
  now?(): Promise<number>;

  /** Ends the connection to the store. */
  close(): Promise<void>;
}

/** Server that opens its stores. */
export interface StoreHost {
  /** Name of the server: prefix of its state in the store. */
  readonly name: string;
  /** Environment variables. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Writes a line for the operator of the server. */
  readonly report: (subject: string, message: string, kind?: 'ERROR' | 'WARNING') => void;
}

/**
 * Stores that the processes of a server share: `stores` in `handlers/server.ts`. Default: the memory of each process.
 */
export interface Stores {
  readonly shared: Store;
  /** Queue of durable tasks. Default: a queue in the store, from which the server takes tasks. */
  readonly queue?: TaskQueue;
  /**
   * Connects to the store. Each server calls it once, before `setup` and its first request.
   *
   * @returns Rejects with the reason if the store cannot be used; the server then exits.
   */
  open?(host: StoreHost): Promise<void>;
  /** Closes the connection once every server that opened it has called `close`. */
  close?(): Promise<void>;
}
