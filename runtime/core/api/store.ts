import type { TaskQueue } from './task-queue.js';

/** The store cannot be reached. Nothing is known about what the call did: it may be repeated. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Entry of a log. Positions grow by one, from 1. */
export interface LogEntry {
  readonly position: number;
  readonly text: string;
}

// See docs/decisions/0042-a-store-is-one-small-port.md.
/**
 * State that several processes share: values, logs, counts and messages. All are texts under keys, each with a time to live.
 * Every method concerns one key and happens at once: no other process sees half of it. Times to live are in milliseconds and
 * are measured by the clock of the store, so that the clocks of the processes may differ.
 *
 * Every method but `close` rejects with a {@link StoreError} while the store cannot be reached.
 */
export interface Store {
  /** True while the store can be reached, as far as is known. */
  readonly isAvailable: boolean;

  /** Value of a key; `undefined` when there is none, or its time is over. */
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string, ttlMs: number): Promise<void>;
  /** Writes a value unless the key has one. Returns whether it was written. */
  add(key: string, value: string, ttlMs: number): Promise<boolean>;
  /** Writes a value if the key still has a former one. Returns whether it was written. */
  replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean>;
  /** Sets the time to live of a value, log or set anew. Returns false when there is none. */
  extend(key: string, ttlMs: number): Promise<boolean>;
  /** Deletes a value, log or set. Returns the value that it had: of several callers one gets it. */
  remove(key: string): Promise<string | undefined>;

  /**
   * Appends an entry to a log and sets the log's time to live.
   *
   * @param max Entries that the log keeps: the oldest ones are dropped.
   * @returns The position of the entry.
   */
  append(key: string, text: string, ttlMs: number, max: number): Promise<number>;
  /**
   * Reads the entries after a position, the oldest first.
   *
   * @returns `undefined` when there is no such log, or it does not keep every entry after the position, or the position is still to come.
   */
  readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined>;

  /**
   * Adds a member to a set, or renews the time of one. Each member has a time to live of its own.
   *
   * @returns False, and nothing changes, when the set has `most` other members already.
   */
  enter(key: string, member: string, ttlMs: number, max: number): Promise<boolean>;
  leave(key: string, member: string): Promise<void>;
  /** The members of a set: those whose time ends first come first. */
  members(key: string): Promise<readonly string[]>;

  /**
   * Takes a token from a bucket that holds as many as flow in during a second, and is full at the beginning.
   *
   * @returns 0 when a token was taken, else the milliseconds until there is one.
   */
  take(key: string, perSecond: number): Promise<number>;

  /** Sends a message to all processes that listen to a channel now. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Listens to a channel. Messages that are sent while the store cannot be reached are lost.
   *
   * @param onGap Called when messages may have been lost: the connection to the store was interrupted.
   * @returns A function that stops it. The listener hears of every message that is published after this resolves.
   */
  subscribe(channel: string, listener: (message: string) => void, onGap?: () => void): Promise<() => void>;

  /** Milliseconds since 1970 by the clock of the store. Absent: all processes run on one machine, and their clock is that of the store. */
  now?(): Promise<number>;

  /** Ends the connection to the store. */
  close(): Promise<void>;
}

/** Server that opens its stores. */
export interface StoreHost {
  /** Name of the server: its state in the store is kept apart from that of other servers. */
  readonly name: string;
  /** Environment variables. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Writes a line for the operator of the server. */
  readonly report: (subject: string, message: string, kind?: 'ERROR' | 'WARNING') => void;
}

/** Stores that the processes of a server share: `stores` in `handlers/server.ts`. Default: none, each process has its own memory. */
export interface Stores {
  readonly shared: Store;
  /** Queue of durable tasks. Default: one in the store, which the server takes tasks from itself. */
  readonly queue?: TaskQueue;
  /**
   * Connects to the store. Each server calls it once, before `setup` and its first request.
   *
   * @returns Rejects with the reason when the store cannot be used; the server then ends.
   */
  open?(host: StoreHost): Promise<void>;
  /** Ends the connection, when every server that opened it has called this. */
  close?(): Promise<void>;
}
