import { StoreError, type LogEntry, type StoreHost } from '../../../core/api/store.js';
import type { OpenableStore } from '../../../core/sharing/open-once.js';
import type { Row, Statement } from './open-database.js';
import { SqliteFile } from './sqlite-file.js';

/** Interval between deletions of expired rows, in milliseconds. */
const sweepMs = 60_000;

/** Options of `sqlite()`. */
export interface SqliteOptions {
  /** Path of the file. It is created if it is missing. Default: the environment variable `MCP_SQLITE_FILE`. */
  readonly file?: string | undefined;
  /** Servers with the same namespace share their state. Default: the name of the server. */
  readonly namespace?: string;
}

/** A store in a file, for the processes of one machine. */
export class SqliteStore implements OpenableStore {
  readonly #options: SqliteOptions;
  #file: SqliteFile | undefined;
  #prefix = '';
  #sweepAt = 0;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  get isAvailable(): boolean {
    return this.#file?.isAvailable === true;
  }

  /**
   * Opens the file. If another process keeps it locked, it is opened later, and the store is unavailable until then.
   *
   * @throws Error if no file is configured or the file cannot be opened.
   */
  async open({ name, environment, report }: StoreHost): Promise<void> {
    const path = this.#options.file ?? environment['MCP_SQLITE_FILE'] ?? '';
    if (path === '')
      throw new Error('MCP_SQLITE_FILE is not set. Set it to the path of a file for the state of the server');
    this.#prefix = `${encodeURIComponent(this.#options.namespace ?? name)}:`;
    this.#file = new SqliteFile(path, report);
    await this.#file.open();
  }

  async read(key: string): Promise<string | undefined> {
    return this.#opened.read(() => valueOf(this.#find(key)));
  }

  async write(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#change(() => this.#put(key, value, ttlMs));
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
    const sql = 'UPDATE slots SET ends = ? WHERE key = ? AND ends > ?';
    const inside = 'SELECT 1 AS one FROM members WHERE key = ? AND ends > ?';
    return this.#change(() => {
      const now = Date.now();
      const { changes } = this.#sql(sql).run(now + ttlMs, this.#prefix + key, now);
      // Members of a set have their own expiry.
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

  async append(key: string, text: string, ttlMs: number, max: number): Promise<number> {
    const name = this.#prefix + key;
    return this.#change(() => {
      const slot = this.#find(key);
      if (slot === undefined) this.#delete(key);
      const position = Number(slot?.['last'] ?? 0) + 1;
      this.#sql('INSERT INTO entries(key, position, text) VALUES (?, ?, ?)').run(name, position, text);
      this.#sql('DELETE FROM entries WHERE key = ? AND position <= ?').run(name, position - max);
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
    // Another process may append or remove entries in the meantime.
    return this.#opened.readSnapshot(() => {
      const last = this.#find(key)?.['last'];
      if (typeof last !== 'number' || after > last) return undefined;
      const rows = this.#sql(sql).all(this.#prefix + key, after);
      if (rows.length !== last - after) return undefined;
      return rows.map(({ position, text }) => ({ position: Number(position), text: String(text) }));
    });
  }

  async enter(key: string, member: string, ttlMs: number, max: number): Promise<boolean> {
    const name = this.#prefix + key;
    return this.#change(() => {
      const now = Date.now();
      this.#sql('DELETE FROM members WHERE key = ? AND ends <= ?').run(name, now);
      const others = this.#sql('SELECT count(*) AS size FROM members WHERE key = ? AND member <> ?').get(name, member);
      if (Number(others?.['size']) >= max) return false;
      this.#sql('INSERT OR REPLACE INTO members(key, member, ends) VALUES (?, ?, ?)').run(name, member, now + ttlMs);
      return true;
    });
  }

  async leave(key: string, member: string): Promise<void> {
    const sql = 'DELETE FROM members WHERE key = ? AND member = ?';
    await this.#change(() => this.#sql(sql).run(this.#prefix + key, member));
  }

  async members(key: string): Promise<readonly string[]> {
    const sql = 'SELECT member FROM members WHERE key = ? AND ends > ? ORDER BY ends';
    return this.#opened.read(() =>
      this.#sql(sql)
        .all(this.#prefix + key, Date.now())
        .map(({ member }) => String(member)),
    );
  }

  async take(key: string, perSecond: number): Promise<number> {
    return this.#change(() => {
      const now = Date.now();
      const { tokens, at } = this.#find(key) ?? {};
      const refilled = typeof at === 'number' ? (Math.max(0, now - at) * perSecond) / 1000 : 0;
      const filled = Math.min(perSecond, (typeof tokens === 'number' ? tokens : perSecond) + refilled);
      const left = filled >= 1 ? filled - 1 : filled;
      const sql = 'INSERT OR REPLACE INTO slots(key, tokens, at, ends) VALUES (?, ?, ?, ?)';
      this.#sql(sql).run(this.#prefix + key, left, now, now + 1000);
      return filled >= 1 ? 0 : Math.max(1, Math.ceil(((1 - filled) * 1000) / perSecond));
    });
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#opened.publish(this.#prefix + channel, message);
  }

  async subscribe(channel: string, hear: (message: string) => void, miss?: () => void): Promise<() => void> {
    return this.#opened.subscribe({ channel: this.#prefix + channel, hear, miss });
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    file?.close();
  }

  /** @throws StoreError */
  get #opened(): SqliteFile {
    if (this.#file === undefined) throw new StoreError('The store is not open');
    return this.#file;
  }

  #change<Result>(work: () => Result): Promise<Result> {
    return this.#opened.change(() => {
      this.#sweep();
      return work();
    });
  }

  #sql(text: string): Statement {
    return this.#opened.sql(text);
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
