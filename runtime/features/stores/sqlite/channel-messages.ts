import type { Database, Statement } from './open-database.js';

/** Polling interval for messages from other processes, in milliseconds. */
const pollMs = 20;
/** Retention of messages in milliseconds; slower readers miss messages. */
const keptMs = 60_000;

/** Reserved channel, whose messages announce that other messages were lost. */
const gapChannel = '';

/** Listener of a channel. */
export interface ChannelListener {
  readonly channel: string;
  readonly hear: (message: string) => void;
  /** Called when messages are lost. */
  readonly miss: (() => void) | undefined;
}

/** Messages between the processes that have opened a database: rows of a table that each process reads. */
export class ChannelMessages {
  /** By channel: each running task listens to one of its own. */
  readonly #listeners = new Map<string, Set<ChannelListener>>();
  readonly #version: Statement;
  readonly #insert: Statement;
  readonly #newest: Statement;
  readonly #later: Statement;
  readonly #clean: Statement;
  #timer: ReturnType<typeof setInterval> | undefined;
  #last = 0;
  #seenVersion: unknown;
  #cleanAt = 0;

  constructor(database: Database) {
    // It changes when another connection changes the file, and is cheap to read.
    this.#version = database.prepare('PRAGMA data_version');
    this.#insert = database.prepare('INSERT INTO messages(channel, text, at) VALUES (?, ?, ?)');
    this.#newest = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'messages'");
    this.#later = database.prepare('SELECT id, channel, text FROM messages WHERE id > ? ORDER BY id');
    this.#clean = database.prepare('DELETE FROM messages WHERE at < ?');
  }

  /** Writes a message within a transaction. Call {@link deliver} after the commit. */
  write(channel: string, message: string): void {
    const now = Date.now();
    this.#insert.run(channel, message, now);
    if (now > this.#cleanAt) {
      this.#cleanAt = now + keptMs;
      this.#clean.run(now - keptMs);
    }
  }

  /**
   * Announces to all listeners of all processes that messages may be lost. Within a transaction, like {@link write}.
   */
  writeGap(): void {
    this.write(gapChannel, '');
  }

  /** Delivers written messages to the listeners of this process. Other processes poll. */
  deliver(): void {
    try {
      if (this.#listeners.size > 0) this.#read();
    } catch {
      // The file was locked; the next poll reads again.
      this.#seenVersion = undefined;
    }
  }

  /** @returns A function that ends the subscription. */
  subscribe(listener: ChannelListener): () => void {
    if (this.#timer === undefined) {
      this.#last = Number(this.#newest.get()?.['seq'] ?? 0);
      this.#timer = setInterval(() => this.#poll(), pollMs);
      this.#timer.unref();
    } else {
      // Earlier messages are not for the new listener.
      this.#read();
    }
    const { channel } = listener;
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(channel) === listeners) this.#listeners.delete(channel);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#listeners.clear();
  }

  #poll(): void {
    try {
      const version = this.#version.get()?.['data_version'];
      if (version === this.#seenVersion) return;
      this.#read();
      this.#seenVersion = version;
    } catch {
      // The file is locked or corrupt; commands report this.
    }
  }

  #read(): void {
    const rows = this.#later.all(this.#last);
    const [first] = rows;
    if (first === undefined) return;
    const isGap = Number(first['id']) !== this.#last + 1 || rows.some(({ channel }) => channel === gapChannel);
    this.#last = Number(rows.at(-1)?.['id']);
    for (const { miss } of isGap ? [...this.#listeners.values()].flatMap((each) => [...each]) : []) miss?.();
    for (const { channel, text } of rows) {
      for (const { hear } of this.#listeners.get(String(channel)) ?? []) hear(String(text));
    }
  }
}
