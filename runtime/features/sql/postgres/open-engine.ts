import type {
  OpenSqlEngine,
  RunStatement,
  SqlEngine,
  SqlEngineOptions,
  Transacted,
  TransactionOptions,
} from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import { loadDriver } from './driver.js';
import { toSqlError } from './map-error.js';
import { PreparedStatements } from './prepared-statements.js';
import { Transaction, type OpenPool } from './transaction.js';

/** Maximum time to wait for a connection, in milliseconds. */
const defaultWaitMs = 5000;
const idleTimeoutMs = 30_000;
const keepAliveMs = 10_000;

/** Opens a pool of connections to PostgreSQL. */
export const openEngine: OpenSqlEngine = (options) => new PostgresEngine(options);

export class PostgresEngine implements SqlEngine {
  readonly #options: SqlEngineOptions;
  readonly #waitMs: number;
  #opening: Promise<OpenPool> | undefined;

  /** @param waitMs Maximum time to wait for a connection, in milliseconds. */
  constructor(options: SqlEngineOptions, waitMs = defaultWaitMs) {
    this.#options = options;
    this.#waitMs = waitMs;
  }

  async transact<Result>(
    options: TransactionOptions,
    work: (run: RunStatement) => Promise<Transacted<Result>>,
  ): Promise<Result> {
    this.#opening ??= this.#open();
    const opened = await this.#opening;
    const transaction = await Transaction.open(opened, options);
    let done: Transacted<Result>;
    try {
      done = await work(transaction.run);
    } catch (error) {
      await transaction.end(false);
      // The first failure is the cause of others.
      throw transaction.failure ?? error;
    }
    await transaction.end(done.commits);
    if (transaction.failure !== undefined) throw transaction.failure;
    return done.result;
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.pool.end();
  }

  async #open(): Promise<OpenPool> {
    const { url, maxConnections } = this.#options;
    try {
      const pg = await loadDriver();
      const pool = new pg.Pool({
        connectionString: url,
        max: maxConnections,
        connectionTimeoutMillis: this.#waitMs,
        idleTimeoutMillis: idleTimeoutMs,
        // Unused connections do not keep the process running.
        allowExitOnIdle: true,
        // Finds connections that were lost silently.
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveMs,
      });
      // An idle connection that breaks is replaced by the next call.
      pool.on('error', () => {});
      return { pg, pool, prepared: new PreparedStatements() };
    } catch (error) {
      this.#opening = undefined;
      throw error instanceof SqlError ? error : toSqlError(error);
    }
  }
}
