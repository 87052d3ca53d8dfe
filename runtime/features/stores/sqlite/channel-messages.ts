import type { Database, Statement } from './open-database.js';

/** Milliseconds between two looks for messages of other processes. */
const pollMs = 20;
/** Milliseconds after which a message is deleted. Who has not looked for so long has missed it. */
const keptMs = 60_000;

/** Channel of no listener, for messages that say that others are lost. */
const gapChannel = '';

/** Listener of a channel. */
export interface ChannelListener {
  readonly channel: string;
  readonly hear: (message: string) => void;
  /** Called when messages are lost. */
  readonly miss: (() => void) | undefined;
}

/** Messages between the processes that have a database open: rows of a table that each process reads. */
export class ChannelMessages {
  readonly #listeners = new Set<ChannelListener>();
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
    // It changes when another connection has changed the file, and costs next to nothing.
    this.#version = database.prepare('PRAGMA data_version');
    this.#insert = database.prepare('INSERT INTO messages(channel, text, at) VALUES (?, ?, ?)');
    this.#newest = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'messages'");
    this.#later = database.prepare('SELECT id, channel, text FROM messages WHERE id > ? ORDER BY id');
    this.#clean = database.prepare('DELETE FROM messages WHERE at < ?');
  }

  /** Writes a message: part of a transaction, after which {@link deliver} is to be called. */
  write(channel: string, message: string): void {
    const now = Date.now();
    this.#insert.run(channel, message, now);
    if (now > this.#cleanAt) {
      this.#cleanAt = now + keptMs;
      this.#clean.run(now - keptMs);
    }
  }

  /** Writes that messages may be lost: all listeners of all processes miss some. Part of a transaction, as {@link write}. */
  writeGap(): void {
    this.write(gapChannel, '');
  }

  /** Passes on what was written, here at once: the other processes will find it. */
  deliver(): void {
    try {
      if (this.#listeners.size > 0) this.#read();
    } catch {
      // The file was locked just now: the next look reads again.
      this.#seenVersion = undefined;
    }
  }

  /** @returns A function that stops it. */
  subscribe(listener: ChannelListener): () => void {
    if (this.#timer === undefined) {
      this.#last = Number(this.#newest.get()?.['seq'] ?? 0);
      this.#timer = setInterval(() => this.#poll(), pollMs);
      this.#timer.unref();
    } else {
      // What was sent before is not for the new listener.
      this.#read();
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
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
      // The file is locked or damaged: the next look will tell, and commands report it.
    }
  }

  #read(): void {
    const rows = this.#later.all(this.#last);
    const [first] = rows;
    if (first === undefined) return;
    const isGap = Number(first['id']) !== this.#last + 1 || rows.some(({ channel }) => channel === gapChannel);
    this.#last = Number(rows.at(-1)?.['id']);
    for (const { miss } of isGap ? this.#listeners : []) miss?.();
    for (const { channel, text } of rows) {
      for (const listener of this.#listeners) if (listener.channel === channel) listener.hear(String(text));
    }
  }
}
