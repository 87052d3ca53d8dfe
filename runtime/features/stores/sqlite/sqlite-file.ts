import { StoreError, type StoreHost } from '../../../core/api/store.js';
import { messageOf } from '../../../wire/protocol-error.js';
import { BusyQueue } from './busy-queue.js';
import { ChannelMessages, type ChannelListener } from './channel-messages.js';
import { findEngine, openDatabase, type Database, type Statement } from './open-database.js';

/** File of a store: its transactions and messages, which may wait for locks of other processes. */
export class SqliteFile {
  readonly #path: string;
  readonly #report: StoreHost['report'];
  readonly #queue: BusyQueue;
  readonly #statements = new Map<string, Statement>();
  #connect = (): void => {};
  #database: Database | undefined;
  #messages: ChannelMessages | undefined;
  /** Whether messages were not published because the file was locked. */
  #hasGap = false;
  /** The last reported reason why the file cannot be used. */
  #reported = '';

  constructor(path: string, report: StoreHost['report']) {
    this.#path = path;
    this.#report = report;
    this.#queue = new BusyQueue({
      probe: () => this.#probe(),
      readVersion: () => this.#database && this.sql('PRAGMA data_version').get()?.['data_version'],
      onLocked: () => this.#report('STORE', `The store ${path} is locked by another process`),
      onFree: () => this.#onFree(),
      onBroken: (error) => this.#onBroken(messageOf(error)),
    });
  }

  get isAvailable(): boolean {
    return this.#database !== undefined && !this.#queue.isLocked;
  }

  /**
   * Opens the file. If another process keeps the file locked, the file is opened later, and is unavailable until then.
   *
   * @returns Rejects if it cannot be opened for another reason.
   */
  async open(): Promise<void> {
    const engine = await findEngine();
    this.#connect = () => {
      const database = openDatabase(engine, this.#path);
      try {
        this.#messages = new ChannelMessages(database);
      } catch (error) {
        database.close();
        throw error;
      }
      this.#database = database;
    };
    try {
      await this.#queue.run(this.#connect);
    } catch (error) {
      if (!this.#queue.isLocked) throw error;
    }
  }

  /**
   * Returns the statement for an SQL string, which is prepared only once. Throws a StoreError unless the file is open.
   */
  sql(text: string): Statement {
    const statement = this.#statements.get(text) ?? this.#database?.prepare(text);
    if (statement === undefined) throw notOpen();
    this.#statements.set(text, statement);
    return statement;
  }

  /** Reads with one statement. Rejects with a StoreError. */
  read<Result>(work: () => Result): Promise<Result> {
    return this.#run(work, true);
  }

  /** Reads a snapshot with several statements. Rejects with a StoreError. */
  readSnapshot<Result>(work: () => Result): Promise<Result> {
    return this.#run(() => this.#inTransaction('BEGIN', work), true);
  }

  /** Runs statements in a write transaction. Rejects with a StoreError. */
  change<Result>(work: () => Result): Promise<Result> {
    return this.#run(() => this.#inTransaction('BEGIN IMMEDIATE', work), false);
  }

  /**
   * Sends a message to the listeners of all processes. Rejects with a StoreError, and later notifies listeners of the
   * gap.
   */
  async publish(channel: string, message: string): Promise<void> {
    try {
      await this.change(() => this.#messages?.write(channel, message));
    } catch (error) {
      this.#hasGap = true;
      throw error;
    }
    this.#messages?.deliver();
  }

  /** @returns A function that stops listening. Rejects with a StoreError. */
  async subscribe(listener: ChannelListener): Promise<() => void> {
    return (await this.#run(() => this.#messages?.subscribe(listener), true)) ?? (() => {});
  }

  close(): void {
    this.#queue.close();
    this.#messages?.close();
    this.#statements.clear();
    const database = this.#database;
    this.#database = undefined;
    database?.close();
  }

  /** @throws StoreError for every error. */
  async #run<Result>(work: () => Result, isRead: boolean): Promise<Result> {
    const check = (): Result => {
      if (this.#database === undefined) throw notOpen();
      return work();
    };
    try {
      return await this.#queue.run(check, isRead);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      throw new StoreError(`SQLite failed: ${messageOf(error)}`, { cause: error });
    }
  }

  #inTransaction<Result>(begin: string, work: () => Result): Result {
    this.sql(begin).run();
    try {
      const result = work();
      this.sql('COMMIT').run();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.sql('ROLLBACK').run();
    } catch {
      // Some errors end the transaction.
    }
  }

  #probe(): void {
    if (this.#database === undefined) this.#connect();
    else this.#inTransaction('BEGIN IMMEDIATE', () => {});
  }

  #onFree(): void {
    this.#reported = '';
    this.#report('STORE', `The store ${this.#path} is available again`, 'WARNING');
    if (!this.#hasGap) return;
    this.#hasGap = false;
    void this.change(() => this.#messages?.writeGap()).then(
      () => this.#messages?.deliver(),
      () => (this.#hasGap = true),
    );
  }

  #onBroken(reason: string): void {
    if (reason === this.#reported) return;
    this.#reported = reason;
    this.#report('STORE', reason);
  }
}

function notOpen(): StoreError {
  return new StoreError('The store is not open');
}
