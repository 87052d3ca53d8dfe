import type { OpenTransaction } from '../perform-transaction.js';
import { placeColumns } from '../place-columns.js';
import type { RowBounds, SqlRows, SqlStatement, TransactionOptions } from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import type { Connections, Lease } from './connections.js';
import { bindValue, decodeValue } from './convert-values.js';
import type { ResultHeader } from './driver.js';
import { readResult, type RawResult } from './read-result.js';
import { isAnswered, toSqlError } from './to-sql-error.js';

/** Time to wait for the end of a killed statement, or of a transaction whose result is known, in milliseconds. */
const patienceMs = 2000;

/** Transaction on a connection that nothing else uses. */
export class MysqlTransaction implements OpenTransaction {
  #connections: Connections;
  #options: TransactionOptions;
  #lease: Lease;
  #hasBegun = false;
  #isBroken = false;
  #isStopped = false;
  /** Settles when the running command has ended. */
  #running: Promise<unknown> | undefined;

  constructor(connections: Connections, lease: Lease, options: TransactionOptions) {
    this.#connections = connections;
    this.#lease = lease;
    this.#options = options;
  }

  async run(statement: SqlStatement, values: readonly unknown[], bounds: RowBounds): Promise<SqlRows> {
    const { mysql } = this.#connections;
    const bound = statement.parameters.map(({ bind }, index) => bindValue(mysql, bind, values[index]));
    const result = await this.#guard(async () => {
      if (!this.#hasBegun) await this.#begin();
      return this.#read(statement, bound, bounds);
    });
    const { columns } = statement;
    const { fields = [], rows, more, count, affectedRows } = result;
    const places = placeColumns(
      columns,
      fields.map(({ name }) => name),
    );
    // The database does not count the rows of `insert … returning`.
    const isReturning = rows.length > 0 && /^\W*(?:insert|replace|delete)\b/iu.test(statement.text);
    return {
      rows: rows.map((row) =>
        columns.map((column, index) => {
          const place = places[index] ?? -1;
          return decodeValue(column, row[place], fields[place]);
        }),
      ),
      more,
      changed: isReturning ? count : affectedRows,
    };
  }

  /** Ends the transaction. Does not wait for the end of one that only reads. */
  async end(commits: boolean): Promise<void> {
    if (!this.#hasBegun) return;
    const ended = this.#guard(() => this.#lease.connection.query(commits ? 'commit' : 'rollback'));
    if (this.#options.reads) return void ended.catch(() => {});
    const [header] = await ended;
    // The database warns of changes in tables without transactions.
    if (!commits && ((header as ResultHeader).warningStatus ?? 0) > 0) throw new SqlError('kept');
  }

  /**
   * Kills the connection in the database if something runs on it. Afterwards it is not used again: a `kill` that arrives
   * late would hit another statement.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isBroken = true;
    const running = this.#running;
    if (!running) return this.#connections.discard(this.#lease.connection);
    // If it cannot be killed, the database stops it by its own time limit.
    const killed = this.#connections.kill(this.#lease, 'connection').then(() => running);
    await settled(killed, patienceMs);
    this.#connections.discard(this.#lease.connection);
  }

  /** Gives the connection back to the pool, or closes it. */
  async release(): Promise<void> {
    if (this.#running) await settled(this.#running, patienceMs);
    if (this.#isStopped) return;
    const { connection } = this.#lease;
    if (this.#isBroken || this.#running) this.#connections.discard(connection);
    else this.#connections.release(connection);
  }

  async #begin(): Promise<void> {
    const { reads, timeoutMs, signal } = this.#options;
    for (;;) {
      try {
        await this.#connections.limitTime(this.#lease, timeoutMs);
        await this.#lease.connection.query(reads ? 'start transaction read only' : 'start transaction');
        this.#hasBegun = true;
        return;
      } catch (error) {
        if (isAnswered(error) || !this.#lease.isReused || this.#isStopped) throw error;
        // The database has closed the connection since it was last used, and nothing has run in the transaction yet.
        this.#connections.discard(this.#lease.connection);
        const lease = await this.#connections.acquire(signal);
        if (this.#isStopped) {
          this.#connections.release(lease.connection);
          throw new SqlError('cancelled');
        }
        this.#lease = lease;
      }
    }
  }

  async #read({ text }: SqlStatement, values: readonly unknown[], bounds: RowBounds): Promise<RawResult> {
    const { connection } = this.#lease.connection;
    if (!this.#options.reads) return readResult(connection, text, values, bounds, () => {});
    let killed: Promise<void> | undefined;
    try {
      return await readResult(connection, text, values, bounds, () => {
        killed = this.#connections.kill(this.#lease, 'query').catch(() => {});
      });
    } finally {
      if (killed) await this.#awaitKill(killed);
    }
  }

  /** A `kill` that arrived after the end of its statement stops the next one. */
  async #awaitKill(killed: Promise<void>): Promise<void> {
    await killed;
    await this.#lease.connection.query('do 0').catch(() => {});
  }

  /** Runs a command, and notes whether the state of the connection is unknown after it. */
  async #guard<Result>(command: () => Promise<Result>): Promise<Result> {
    const running = command();
    this.#running = running;
    try {
      return await running;
    } catch (error) {
      if (!isAnswered(error)) this.#isBroken = true;
      throw toSqlError(error);
    } finally {
      this.#running = undefined;
    }
  }
}

/** Waits until a promise settles, but not longer than a time. */
async function settled(promise: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([promise.catch(() => {}), limit]);
  clearTimeout(timer);
}
