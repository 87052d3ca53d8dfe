import { SqlError } from '../sql-error.js';

/** Functions of the package `mysql2/promise` that are used. */
export interface MysqlPackage {
  createPool(options: object): Pool;
  createConnection(options: object): Promise<SingleConnection>;
  /** Absent in older versions. */
  readonly TypedParameter?: { BIGINT?(value: bigint): unknown };
}

export interface Pool {
  getConnection(): Promise<PooledConnection>;
  end(): Promise<void>;
}

export interface SingleConnection {
  query(sql: string): Promise<readonly [unknown, unknown]>;
  destroy(): void;
}

export interface PooledConnection extends SingleConnection {
  release(): void;
  /** The connection without promises, whose commands report rows one by one. */
  readonly connection: CoreConnection;
}

export interface CoreConnection extends Emitter {
  readonly threadId: number;
  readonly stream?: { destroy?(): void; ref?(): void; unref?(): void };
  execute(options: { readonly sql: string; readonly values: readonly unknown[] }): Emitter;
}

/** Part of Node's `EventEmitter`. */
export interface Emitter {
  on(event: string, listener: (value: never) => void): unknown;
  off(event: string, listener: (value: never) => void): unknown;
}

/** Column of a result as the database describes it. */
export interface Field {
  readonly name: string;
  /** Number of the type; 4 is `float`. */
  readonly columnType?: number;
}

/** Reply to a statement without rows. */
export interface ResultHeader {
  readonly affectedRows: number;
  /** Number of warnings. */
  readonly warningStatus?: number;
}

/** Time limit for connecting, in milliseconds. */
const connectTimeoutMs = 5000;

/** @throws SqlError if the package is missing. */
export async function loadMysql(): Promise<MysqlPackage> {
  try {
    // The package is CommonJS: in a bundle it has only a default export.
    const mysql = (await import('mysql2/promise')) as unknown as MysqlPackage & { readonly default?: MysqlPackage };
    return mysql.default ?? mysql;
  } catch (error) {
    throw new SqlError('driver', 'mysql2', error);
  }
}

/**
 * Returns options for connections, with all values in a form that loses nothing.
 *
 * @throws SqlError for an invalid URL. Its cause does not contain the URL.
 */
export function connectionOptions(url: string): object {
  const options = {
    connectTimeout: connectTimeoutMs,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    decimalNumbers: false,
    timezone: 'Z',
    rowsAsArray: true,
    nestTables: false,
    namedPlaceholders: false,
    multipleStatements: false,
    disableEval: true,
    typeCast: true,
    maxPreparedStatements: 500,
    flags: ['-LOCAL_FILES'],
  };
  return { ...options, uri: removeParameters(url, Object.keys(options)) };
}

/** Removes parameters from a URL, because the driver prefers them to options that are `false`. */
function removeParameters(url: string, names: readonly string[]): string {
  if (!URL.canParse(url)) throw new SqlError('unreachable', undefined, new Error('The URL of the database is invalid'));
  const parsed = new URL(url);
  for (const name of names) parsed.searchParams.delete(name);
  return parsed.href;
}
