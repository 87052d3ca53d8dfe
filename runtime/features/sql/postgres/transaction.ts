import type { RowBounds, RunStatement, SqlRows, SqlStatement, TransactionOptions } from '../sql-definition.js';
import { placeColumns } from '../place-columns.js';
import { SqlError } from '../sql-error.js';
import { acquire, type Lease } from './acquire.js';
import { bindValues } from './bind-values.js';
import { decodeRows } from './decode-rows.js';
import { isConnectionError, isMissingStatement, isStalePlan, toSqlError } from './map-error.js';
import type { PgPackage, PgPool } from './driver.js';
import type { PreparedStatements } from './prepared-statements.js';
import { runQuery, type QueryResult } from './run-query.js';
import { StopWatch } from './stop-watch.js';

/** Maximum number of rows that the protocol can request. */
const maxFetchRows = 2 ** 31 - 1;

/** Settings that determine the texts of values, and how strings in statements are read. */
const textSettings = [
  'standard_conforming_strings = on',
  `timezone = 'UTC'`,
  `datestyle = 'ISO, YMD'`,
  `intervalstyle = 'iso_8601'`,
  `bytea_output = 'hex'`,
  'extra_float_digits = 1',
];

/** Open pool of connections. */
export interface OpenPool {
  readonly pg: PgPackage;
  readonly pool: PgPool;
  readonly prepared: PreparedStatements;
}

/** Transaction on a connection of the pool. */
export class Transaction {
  /** The first failure of the transaction. */
  failure: SqlError | undefined;
  readonly #opened: OpenPool;
  readonly #options: TransactionOptions;
  readonly #lease: Lease;
  readonly #watch: StopWatch;
  #isUnused = true;

  private constructor(opened: OpenPool, options: TransactionOptions, lease: Lease) {
    this.#opened = opened;
    this.#options = options;
    this.#lease = lease;
    this.#watch = new StopWatch(opened.pg, lease.client, options.timeoutMs, options.signal);
  }

  /**
   * Begins a transaction. A connection that was broken while it was idle is replaced.
   *
   * @throws SqlError
   */
  static async begin(opened: OpenPool, options: TransactionOptions): Promise<Transaction> {
    for (;;) {
      const lease = await acquire(opened.pool, options.signal);
      const transaction = new Transaction(opened, options, lease);
      try {
        await transaction.#begin();
        return transaction;
      } catch (error) {
        const { reason } = transaction.#watch;
        await transaction.#release(true);
        const isStale = !lease.isNew && reason === undefined && isConnectionError(error);
        if (!isStale) throw reason === undefined ? toSqlError(error) : new SqlError(reason, undefined, error);
      }
    }
  }

  /** Runs a statement. */
  readonly run: RunStatement = async (statement, values, bounds): Promise<SqlRows> => {
    try {
      return await this.#run(statement, bindValues(statement.parameters, values), bounds);
    } catch (error) {
      this.failure ??= this.#toFailure(error);
      throw this.failure;
    } finally {
      this.#isUnused = false;
    }
  };

  /** Commits or rolls back, and returns the connection to the pool. A failed transaction is rolled back. */
  async end(commits: boolean): Promise<void> {
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

  async #release(isBroken: boolean): Promise<void> {
    await this.#watch.finish();
    this.#lease.release(isBroken);
  }

  async #begin(): Promise<void> {
    const { reads, timeoutMs, session = [] } = this.#options;
    const { client } = this.#lease;
    const settings = [`statement_timeout = ${Math.min(Math.ceil(timeoutMs), 2 ** 31 - 1)}`, ...textSettings];
    await client.query(
      `begin read ${reads ? 'only' : 'write'}; ${settings.map((each) => `set local ${each}`).join('; ')}`,
    );
    if (session.length === 0) return;
    const calls = session.map((_setting, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
    await client.query({ text: `select ${calls.join(', ')}`, values: session.flat() });
  }

  async #run(statement: SqlStatement, values: readonly (string | null)[], bounds: RowBounds): Promise<SqlRows> {
    if (this.failure !== undefined) throw this.failure;
    const { columns } = statement;
    const result = await this.#execute(statement, values, bounds).catch((error: unknown) =>
      this.#repeat(error, statement, values, bounds),
    );
    const { rows, more, changed, fields = [] } = result;
    const places = placeColumns(columns, fields);
    return { rows: columns.length === 0 ? [] : decodeRows(columns, places, rows), more, changed };
  }

  /**
   * Repeats the first statement of the transaction if it could not run because it was prepared earlier: before a table
   * changed, or on another connection of a pooler.
   */
  async #repeat(
    error: unknown,
    statement: SqlStatement,
    values: readonly (string | null)[],
    bounds: RowBounds,
  ): Promise<QueryResult> {
    const { prepared } = this.#opened;
    const { client } = this.#lease;
    const isMissing = isMissingStatement(error);
    if (!isMissing && !isStalePlan(error)) throw error;
    prepared.forget(client, await prepared.nameOf(statement.text));
    if (isMissing) prepared.stopKeeping();
    if (!this.#isUnused || this.#watch.reason !== undefined) throw error;
    await client.query('rollback');
    await this.#begin();
    return this.#execute(statement, values, bounds);
  }

  async #execute(
    statement: SqlStatement,
    values: readonly (string | null)[],
    { maxRows, maxBytes }: RowBounds,
  ): Promise<QueryResult> {
    const { text, columns, reads } = statement;
    const { prepared } = this.#opened;
    const { client } = this.#lease;
    const name = await prepared.nameOf(text);
    if (this.#watch.reason !== undefined) throw new SqlError(this.#watch.reason);
    const known = name === '' ? undefined : prepared.fieldsOf(client, name);
    const readsRows = columns.length > 0;
    // With a limit of the protocol, PostgreSQL uses one process only, and has no plan for few rows. A statement that
    // writes must run to its end, so that the number of changed rows is known.
    const isLimited = reads === true && readsRows && !text.endsWith(`\nlimit ${maxRows + 1}`);
    const fetchRows = isLimited ? Math.min(maxRows + 1, maxFetchRows) : 0;
    const query = { text, name, parses: known === undefined, values, readsRows, fetchRows, maxRows, maxBytes };
    const result = await runQuery(client, query);
    if (result.fields !== undefined) prepared.keep(client, name, result.fields);
    return known === undefined ? result : { ...result, fields: known };
  }

  #toFailure(error: unknown): SqlError {
    const { reason } = this.#watch;
    const failure = error === undefined ? undefined : toSqlError(error);
    const isStop = failure === undefined || failure.failure === 'timeout' || failure.failure === 'unreachable';
    return reason !== undefined && isStop ? new SqlError(reason, undefined, error) : (failure ?? new SqlError('other'));
  }
}
