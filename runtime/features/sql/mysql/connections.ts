import { SqlError } from '../sql-error.js';
import {
  connectionOptions,
  loadMysql,
  type CoreConnection,
  type MysqlPackage,
  type Pool,
  type PooledConnection,
} from './driver.js';
import { toSqlError } from './to-sql-error.js';

/** Maximum number of transactions that wait for a connection. */
const maxWaiting = 1000;
/** Maximum time that a transaction waits for a connection, in milliseconds. */
const maxWaitMs = 5000;
/** Longest time limit that a database accepts, in milliseconds. */
const maxLimitMs = 2 ** 31 - 1;

/** Modes in which quotes and backslashes mean something else than when statements were checked, or which include such modes. */
const otherQuotes: ReadonlySet<string> = new Set(
  'ANSI_QUOTES NO_BACKSLASH_ESCAPES ANSI ORACLE DB2 MAXDB MSSQL POSTGRESQL'.split(' '),
);

/** Returns the settings of a session: all times in UTC, values that do not fit are errors, and the default quotes. */
function sessionSettings(mode: string): string {
  const kept = mode.split(',').filter((name) => /^\w+$/u.test(name) && !otherQuotes.has(name));
  return `set time_zone = '+00:00', sql_mode = '${[...kept, 'STRICT_TRANS_TABLES'].join(',')}'`;
}

/** State of a connection's session. */
interface Session {
  readonly isMariaDb: boolean;
  /** Time limit of statements, in milliseconds; 0 for none. */
  limitMs: number;
}

/** Connection that nothing else uses. */
export interface Lease {
  readonly connection: PooledConnection;
  /** Whether the connection was used before, and may have been closed by the database since. */
  readonly isReused: boolean;
}

/** Pool of connections to one database. */
export class Connections {
  readonly mysql: MysqlPackage;
  #url: string;
  #pool: Pool;
  #sessions = new WeakMap<CoreConnection, Session>();

  private constructor(mysql: MysqlPackage, url: string, maxConnections: number) {
    this.mysql = mysql;
    this.#url = url;
    const limits = { connectionLimit: Math.max(1, maxConnections), queueLimit: maxWaiting };
    this.#pool = mysql.createPool({ ...connectionOptions(url), ...limits });
  }

  /** Loads the driver. Connects when the first connection is used. */
  static async open(url: string, maxConnections: number): Promise<Connections> {
    return new Connections(await loadMysql(), url, maxConnections);
  }

  /**
   * Returns a connection whose session is prepared.
   *
   * @returns Rejects with a {@link SqlError}.
   */
  async acquire(signal: AbortSignal): Promise<Lease> {
    const connection = await this.#get(signal);
    const { connection: core } = connection;
    core.stream?.ref?.();
    if (this.#sessions.has(core)) return { connection, isReused: true };
    // The pool stops listening after the first error; another one would end the process.
    core.on('error', () => {});
    try {
      const [rows] = await connection.query('select version(), @@sql_mode');
      const [[version, mode] = []] = rows as readonly (readonly unknown[])[];
      await connection.query(sessionSettings(String(mode)));
      this.#sessions.set(core, { isMariaDb: /mariadb/iu.test(String(version)), limitMs: 0 });
      return { connection, isReused: false };
    } catch (error) {
      this.discard(connection);
      throw toSqlError(error);
    }
  }

  /** Makes the database stop statements after a time, also if this process ends or can no longer reach it. */
  async limitTime({ connection }: Lease, timeoutMs: number): Promise<void> {
    const session = this.#sessions.get(connection.connection);
    const limitMs = Math.min(Math.max(1, Math.ceil(timeoutMs)), maxLimitMs);
    if (!session || session.limitMs === limitMs) return;
    const setting = session.isMariaDb ? `max_statement_time = ${limitMs / 1000}` : `max_execution_time = ${limitMs}`;
    await connection.query(`set session ${setting}`);
    session.limitMs = limitMs;
  }

  /** Gives a connection back. It no longer keeps the process running. */
  release(connection: PooledConnection): void {
    connection.connection.stream?.unref?.();
    connection.release();
  }

  /** Closes a connection whose state is unknown. */
  discard(connection: PooledConnection): void {
    connection.destroy();
    connection.connection.stream?.destroy?.();
  }

  /** Sends `kill` for a connection, or for the statement that it runs, on a connection of its own. */
  async kill({ connection: { connection } }: Lease, target: 'query' | 'connection'): Promise<void> {
    const killer = await this.mysql.createConnection(connectionOptions(this.#url));
    try {
      await killer.query(`kill ${target} ${connection.threadId}`);
    } finally {
      killer.destroy();
    }
  }

  async close(): Promise<void> {
    await this.#pool.end().catch(() => {});
  }

  /** Waits for a connection of the pool. One that arrives later goes back. */
  #get(signal: AbortSignal): Promise<PooledConnection> {
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const leave = (): boolean => {
        const was = isWaiting;
        isWaiting = false;
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        return was;
      };
      const fail = (error: SqlError): void => {
        if (leave()) reject(error);
      };
      const onAbort = (): void => fail(new SqlError('cancelled'));
      // Connecting has a shorter limit of its own.
      const timer = setTimeout(() => fail(new SqlError('busy')), maxWaitMs + 1000);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
      this.#pool.getConnection().then(
        (connection) => (leave() ? resolve(connection) : this.release(connection)),
        (error: unknown) => fail(toSqlError(error)),
      );
    });
  }
}
