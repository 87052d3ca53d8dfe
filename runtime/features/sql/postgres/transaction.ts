import type { RowBounds, RunStatement, SqlRows, SqlStatement, TransactionOptions } from '../sql-definition.js';
import { placeColumns } from '../place-columns.js';
import { SqlError } from '../sql-error.js';
import { acquire, type Lease } from './acquire.js';
import { bindValues } from './bind-values.js';
import { decodeRows } from './decode-rows.js';
import { isConnectionError, isMissingStatement, isStalePlan, toSqlError } from './map-error.js';
import type { PgPackage, PgPool } from './driver.js';
import type { PreparedStatements } from './prepared-statements.js';
import { runQuery, type Begin, type Preparable, type QueryResult } from './run-query.js';
import { StopWatch } from './stop-watch.js';

/** Maximum number of rows that the protocol can request. */
const maxFetchRows = 2 ** 31 - 1;

/** Settings that determine the texts of values, and how strings in statements are read. */
const textSettings = {
  standard_conforming_strings: 'on',
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'iso_8601',
  bytea_output: 'hex',
  extra_float_digits: '1',
};

/** Open pool of connections. */
export interface OpenPool {
  readonly pg: PgPackage;
  readonly pool: PgPool;
  readonly prepared: PreparedStatements;
}

/** Transaction on a connection of the pool. It begins with its first statement. */
export class Transaction {
  /** The first failure of the transaction. */
  failure: SqlError | undefined;
  readonly #opened: OpenPool;
  readonly #options: TransactionOptions;
  /** Time at which the transaction is stopped, in milliseconds, as `performance.now()` returns it. */
  readonly #deadline: number;
  #lease: Lease;
  #watch: StopWatch;
  #state: 'unused' | 'open' | 'committed' = 'unused';
  /** Whether the server has begun the transaction. */
  #hasBegun = false;

  private constructor(opened: OpenPool, options: TransactionOptions, lease: Lease) {
    this.#opened = opened;
    this.#options = options;
    this.#lease = lease;
    this.#deadline = performance.now() + options.timeoutMs;
    this.#watch = this.#startWatch();
  }

  /**
   * Waits for a connection.
   *
   * @throws SqlError
   */
  static async open(opened: OpenPool, options: TransactionOptions): Promise<Transaction> {
    return new Transaction(opened, options, await acquire(opened.pool, options.signal));
  }

  /** Runs a statement. */
  readonly run: RunStatement = async (statement, values, bounds): Promise<SqlRows> => {
    try {
      return await this.#run(statement, bindValues(statement.parameters, values), bounds);
    } catch (error) {
      this.failure ??= this.#toFailure(error);
      throw this.failure;
    }
  };

  /** Commits or rolls back, and returns the connection to the pool. A failed transaction is rolled back. */
  async end(commits: boolean): Promise<void> {
    if (this.#state !== 'open') return this.#release(false);
    const commitsNow = commits && this.failure === undefined && this.#watch.reason === undefined;
    let isBroken = true;
    try {
      if (commitsNow) await this.#lease.client.query('commit');
      else if (commits) this.failure ??= this.#toFailure(undefined);
      // A request to cancel must not reach the rollback.
      await this.#watch.finish();
      if (!commitsNow) await this.#watch.guard(this.#lease.client.query('rollback'));
      isBroken = false;
    } catch (error) {
      if (commitsNow) this.failure ??= this.#toFailure(error);
      isBroken = !commitsNow || isConnectionError(error);
    }
    await this.#release(isBroken);
  }

  #startWatch(): StopWatch {
    const { timeoutMs, signal } = this.#options;
    const restMs = Math.min(timeoutMs, Math.max(this.#deadline - performance.now(), 1));
    return new StopWatch(this.#opened.pg, this.#lease.client, restMs, signal);
  }

  async #release(isBroken: boolean): Promise<void> {
    await this.#watch.finish();
    this.#lease.release(isBroken);
  }

  async #run(statement: SqlStatement, values: readonly (string | null)[], bounds: RowBounds): Promise<SqlRows> {
    if (this.failure !== undefined) throw this.failure;
    const { columns } = statement;
    const isFirst = this.#state === 'unused';
    const attempt = (): Promise<QueryResult> => this.#execute(statement, values, bounds, isFirst);
    const result = await this.#runOrRepeat(statement.text, isFirst, attempt);
    if (bounds.isLast === true) this.#state = 'committed';
    const { rows, more, changed, fields = [] } = result;
    const places = placeColumns(columns, fields);
    return { rows: columns.length === 0 ? [] : decodeRows(columns, places, rows), more, changed };
  }

  /**
   * Repeats the first statement of the transaction if it could not run: because it was prepared before a table changed, or
   * on another connection of a pooler; or because the connection was broken while it was idle.
   */
  async #runOrRepeat(text: string, isFirst: boolean, attempt: () => Promise<QueryResult>): Promise<QueryResult> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const isOutdated = isMissingStatement(error) || isStalePlan(error);
        if (isOutdated) await this.#forget(text, error);
        if (!isFirst || this.#watch.reason !== undefined) throw error;
        if (isOutdated) {
          await this.#lease.client.query('rollback');
          return attempt();
        }
        if (this.#hasBegun || this.#lease.isNew || !isConnectionError(error)) throw error;
        await this.#replaceConnection();
      }
    }
  }

  async #forget(text: string, error: unknown): Promise<void> {
    const { prepared } = this.#opened;
    prepared.forget(this.#lease.client, await prepared.nameOf(text));
    if (isMissingStatement(error)) prepared.stopKeeping();
  }

  async #replaceConnection(): Promise<void> {
    await this.#release(true);
    this.#state = 'unused';
    this.#lease = await acquire(this.#opened.pool, this.#options.signal);
    this.#watch = this.#startWatch();
  }

  async #execute(
    statement: SqlStatement,
    values: readonly (string | null)[],
    { maxRows, maxBytes, isLast = false }: RowBounds,
    isFirst: boolean,
  ): Promise<QueryResult> {
    const { text, columns, reads } = statement;
    const { prepared } = this.#opened;
    const begin = isFirst ? await this.#begin() : undefined;
    const query = await this.#prepare(text, values);
    if (this.#watch.reason !== undefined) throw new SqlError(this.#watch.reason);
    const { client } = this.#lease;
    const readsRows = columns.length > 0;
    // With a limit of the protocol, PostgreSQL uses one process only, and has no plan for few rows. A statement that
    // writes must run to its end, so that the number of changed rows is known.
    const isLimited = reads === true && readsRows && !text.endsWith(`\nlimit ${maxRows + 1}`);
    const fetchRows = isLimited ? Math.min(maxRows + 1, maxFetchRows) : 0;
    this.#state = 'open';
    const result = await runQuery(client, {
      ...query,
      begin,
      onBegun: () => {
        this.#hasBegun = true;
      },
      readsRows,
      fetchRows,
      maxRows,
      maxBytes,
      commits: isLast,
    });
    if (begin?.settings.parses === true) prepared.keep(client, begin.settings.name, []);
    if (result.fields === undefined) return { ...result, fields: prepared.fieldsOf(client, query.name) };
    prepared.keep(client, query.name, result.fields);
    return result;
  }

  async #begin(): Promise<Begin> {
    const { reads, timeoutMs, session = [] } = this.#options;
    const timeout = Math.min(Math.ceil(timeoutMs), 2 ** 31 - 1);
    const settings = [['statement_timeout', String(timeout)], ...Object.entries(textSettings), ...session];
    const calls = settings.map((_setting, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
    return {
      text: `begin read ${reads ? 'only' : 'write'}`,
      settings: await this.#prepare(`select ${calls.join(', ')}`, settings.flat()),
    };
  }

  async #prepare(text: string, values: readonly (string | null)[]): Promise<Preparable> {
    const { prepared } = this.#opened;
    const name = await prepared.nameOf(text);
    return { text, name, parses: prepared.fieldsOf(this.#lease.client, name) === undefined, values };
  }

  #toFailure(error: unknown): SqlError {
    const { reason } = this.#watch;
    const failure = error === undefined ? undefined : toSqlError(error);
    const isStop = failure === undefined || failure.failure === 'timeout' || failure.failure === 'unreachable';
    return reason !== undefined && isStop ? new SqlError(reason, undefined, error) : (failure ?? new SqlError('other'));
  }
}
