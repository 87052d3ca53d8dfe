import { StoreError, type LogEntry, type StoreHost } from '../api/store.js';
import { messageOf } from '../protocol/protocol-error.js';
import type { OpenableStore } from '../stores/open-once.js';
import { ChannelMessages } from './channel-messages.js';
import { openDatabase, type Database, type Row, type Statement } from './open-database.js';

/** Milliseconds between two searches for rows whose time is over. */
const sweepMs = 60_000;

/** Options of `sqlite()`. */
export interface SqliteOptions {
  /** Path of the file, which is made where it is missing. Default: the environment variable `MCP_SQLITE_FILE`. */
  readonly file?: string | undefined;
  /** Servers with the same namespace share their state. Default: the name of the server. */
  readonly namespace?: string;
}

/** A store in a file, for the processes of one machine. */
export class SqliteStore implements OpenableStore {
  readonly #options: SqliteOptions;
  readonly #statements = new Map<string, Statement>();
  #database: Database | undefined;
  #messages: ChannelMessages | undefined;
  #prefix = '';
  #sweepAt = 0;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  get isAvailable(): boolean {
    return this.#database !== undefined;
  }

  /** @throws Error when no file is named, and when it cannot be opened. */
  async open({ name, environment }: StoreHost): Promise<void> {
    const file = this.#options.file ?? environment['MCP_SQLITE_FILE'] ?? '';
    if (file === '')
      throw new Error('MCP_SQLITE_FILE is not set. It must be the path of a file for the state of the server');
    this.#prefix = `${encodeURIComponent(this.#options.namespace ?? name)}:`;
    this.#database = await openDatabase(file);
    this.#messages = new ChannelMessages(this.#database);
  }

  async read(key: string): Promise<string | undefined> {
    return this.#run(() => valueOf(this.#find(key)));
  }

  async write(key: string, value: string, ttlMs: number): Promise<void> {
    this.#change(() => this.#put(key, value, ttlMs));
  }

  async add(key: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#change(() => {
      if (this.#find(key) !== undefined) return false;
      this.#put(key, value, ttlMs);
      return true;
    });
  }

  async replace(key: string, former: string, value: string, ttlMs: number): Promise<boolean> {
    return this.#change(() => {
      if (valueOf(this.#find(key)) !== former) return false;
      this.#put(key, value, ttlMs);
      return true;
    });
  }

  async extend(key: string, ttlMs: number): Promise<boolean> {
    const now = Date.now();
    const sql = 'UPDATE slots SET ends = ? WHERE key = ? AND ends > ?';
    const inside = 'SELECT 1 AS one FROM members WHERE key = ? AND ends > ?';
    return this.#change(() => {
      const { changes } = this.#sql(sql).run(now + ttlMs, this.#prefix + key, now);
      // The members of a set have times of their own.
      return Number(changes) > 0 || this.#sql(inside).get(this.#prefix + key, now) !== undefined;
    });
  }

  async remove(key: string): Promise<string | undefined> {
    return this.#change(() => {
      const value = valueOf(this.#find(key));
      this.#delete(key);
      return value;
    });
  }

  async append(key: string, text: string, ttlMs: number, most: number): Promise<number> {
    const name = this.#prefix + key;
    return this.#change(() => {
      const slot = this.#find(key);
      if (slot === undefined) this.#delete(key);
      const position = Number(slot?.['last'] ?? 0) + 1;
      this.#sql('INSERT INTO entries(key, position, text) VALUES (?, ?, ?)').run(name, position, text);
      this.#sql('DELETE FROM entries WHERE key = ? AND position <= ?').run(name, position - most);
      this.#sql('INSERT OR REPLACE INTO slots(key, last, ends) VALUES (?, ?, ?)').run(
        name,
        position,
        Date.now() + ttlMs,
      );
      return position;
    });
  }

  async readLog(key: string, after: number): Promise<readonly LogEntry[] | undefined> {
    const sql = 'SELECT position, text FROM entries WHERE key = ? AND position > ? ORDER BY position';
    // In one transaction: another process may append or remove.
    return this.#change(() => {
      const last = this.#find(key)?.['last'];
      if (typeof last !== 'number' || after > last) return undefined;
      const rows = this.#sql(sql).all(this.#prefix + key, after);
      if (rows.length !== last - after) return undefined;
      return rows.map(({ position, text }) => ({ position: Number(position), text: String(text) }));
    });
  }

  async enter(key: string, member: string, ttlMs: number, most: number): Promise<boolean> {
    const name = this.#prefix + key;
    const now = Date.now();
    return this.#change(() => {
      this.#sql('DELETE FROM members WHERE key = ? AND ends <= ?').run(name, now);
      const others = this.#sql('SELECT count(*) AS size FROM members WHERE key = ? AND member <> ?').get(name, member);
      if (Number(others?.['size']) >= most) return false;
      this.#sql('INSERT OR REPLACE INTO members(key, member, ends) VALUES (?, ?, ?)').run(name, member, now + ttlMs);
      return true;
    });
  }

  async leave(key: string, member: string): Promise<void> {
    this.#change(() => this.#sql('DELETE FROM members WHERE key = ? AND member = ?').run(this.#prefix + key, member));
  }

  async members(key: string): Promise<readonly string[]> {
    const sql = 'SELECT member FROM members WHERE key = ? AND ends > ? ORDER BY ends';
    return this.#run(() =>
      this.#sql(sql)
        .all(this.#prefix + key, Date.now())
        .map(({ member }) => String(member)),
    );
  }

  async take(key: string, perSecond: number): Promise<number> {
    return this.#change(() => {
      const now = Date.now();
      const { tokens, at } = this.#find(key) ?? {};
      const flown = typeof at === 'number' ? (Math.max(0, now - at) * perSecond) / 1000 : 0;
      const filled = Math.min(perSecond, (typeof tokens === 'number' ? tokens : perSecond) + flown);
      const left = filled >= 1 ? filled - 1 : filled;
      const sql = 'INSERT OR REPLACE INTO slots(key, tokens, at, ends) VALUES (?, ?, ?, ?)';
      this.#sql(sql).run(this.#prefix + key, left, now, now + 1000);
      return filled >= 1 ? 0 : Math.max(1, Math.ceil(((1 - filled) * 1000) / perSecond));
    });
  }

  async publish(channel: string, message: string): Promise<void> {
    this.#run(() => this.#messages?.publish(this.#prefix + channel, message));
  }

  async subscribe(channel: string, hear: (message: string) => void, miss?: () => void): Promise<() => void> {
    const listener = { channel: this.#prefix + channel, hear, miss };
    return this.#run(() => this.#messages?.subscribe(listener)) ?? (() => {});
  }

  async close(): Promise<void> {
    this.#messages?.close();
    this.#statements.clear();
    const database = this.#database;
    this.#database = undefined;
    database?.close();
  }

  /** @throws StoreError for everything that goes wrong. */
  #run<Result>(work: () => Result): Result {
    if (this.#database === undefined) throw new StoreError('The store is not open');
    try {
      return work();
    } catch (error) {
      throw new StoreError(`SQLite cannot do it: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Runs statements in a transaction, which no other process interrupts. */
  #change<Result>(work: () => Result): Result {
    return this.#run(() => {
      this.#sql('BEGIN IMMEDIATE').run();
      try {
        this.#sweep();
        const result = work();
        this.#sql('COMMIT').run();
        return result;
      } catch (error) {
        this.#sql('ROLLBACK').run();
        throw error;
      }
    });
  }

  #sql(text: string): Statement {
    const known = this.#statements.get(text) ?? this.#database?.prepare(text);
    if (known === undefined) throw new StoreError('The store is not open');
    this.#statements.set(text, known);
    return known;
  }

  #find(key: string): Row | undefined {
    const sql = 'SELECT value, last, tokens, at FROM slots WHERE key = ? AND ends > ?';
    return this.#sql(sql).get(this.#prefix + key, Date.now());
  }

  #put(key: string, value: string, ttlMs: number): void {
    const sql = 'INSERT OR REPLACE INTO slots(key, value, ends) VALUES (?, ?, ?)';
    this.#sql(sql).run(this.#prefix + key, value, Date.now() + ttlMs);
  }

  #delete(key: string): void {
    for (const table of ['slots', 'entries', 'members']) {
      this.#sql(`DELETE FROM ${table} WHERE key = ?`).run(this.#prefix + key);
    }
  }

  #sweep(): void {
    const now = Date.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + sweepMs;
    this.#sql('DELETE FROM slots WHERE ends <= ?').run(now);
    this.#sql('DELETE FROM members WHERE ends <= ?').run(now);
    this.#sql('DELETE FROM entries WHERE key NOT IN (SELECT key FROM slots)').run();
  }
}

function valueOf(slot: Row | undefined): string | undefined {
  const value = slot?.['value'];
  return typeof value === 'string' ? value : undefined;
}
