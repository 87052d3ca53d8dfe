import type { EngineProblem } from '../engine.js';

/** Package `mysql2/promise`. */
export interface MysqlDriver {
  createConnection(options: object): Promise<MysqlConnection>;
}

export interface MysqlConnection {
  query(text: string): Promise<readonly [readonly Row[], unknown]>;
  execute(text: string, values: readonly unknown[]): Promise<readonly [readonly Row[], unknown]>;
  prepare(text: string): Promise<{
    readonly statement: { readonly columns: readonly MysqlColumn[]; readonly parameters: readonly unknown[] };
    close(): Promise<void>;
  }>;
  end(): Promise<void>;
  destroy(): void;
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

export type Row = Readonly<Record<string, unknown>>;

/** Column of a result in the protocol. */
export interface MysqlColumn {
  readonly name: string;
  readonly columnType: number;
  readonly columnLength: number;
  readonly flags: number;
  readonly decimals: number;
  readonly characterSet: number;
  readonly schema: string;
  readonly orgTable: string;
  readonly orgName: string;
}

/** Error of the driver or the server. */
export interface MysqlError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly message: string;
  readonly fatal?: unknown;
}

/** Product, version and current database of a server. */
export interface Server {
  readonly product: 'MySQL' | 'MariaDB';
  readonly version: string;
  readonly database: string;
}

/** Connects, or says why not: without user, password and URL. */
export async function connect(
  driver: MysqlDriver,
  url: string,
): Promise<{ readonly connection: MysqlConnection; readonly server: Server } | { readonly problem: EngineProblem }> {
  let connection: MysqlConnection | undefined;
  try {
    connection = await driver.createConnection({ uri: url, supportBigNumbers: true, dateStrings: true });
    // An error event without a listener ends the process. A lost connection is noticed by the next statement.
    connection.on('error', () => undefined);
    const [[row = {}]] = await connection.query('select version() as version, database() as name, @@sql_mode as mode');
    if (row['name'] === null) throw noDatabase;
    await connection.query(`set sql_mode = '${listModes(String(row['mode'])).join(',')}'`);
    const version = String(row['version']);
    const product = /mariadb/iu.test(version) ? 'MariaDB' : 'MySQL';
    const number = /^[\d.]*\d/u.exec(version)?.[0] ?? version;
    return { connection, server: { product, version: number, database: String(row['name']) } };
  } catch (error) {
    connection?.destroy();
    return { problem: isProblem(error) ? error : { code: 'sql-database', message: describeFailure(error) } };
  }
}

function isProblem(error: unknown): error is EngineProblem {
  return !(error instanceof Error);
}

const noDatabase: EngineProblem = {
  code: 'sql-database',
  message: 'The URL names no database.',
  help: 'Write it as the path: `mysql://host/shop`.',
};

/** Modes in which quotes and backslashes have other meanings, or which include such modes. Servers of tools remove them, too. */
const otherQuotes: ReadonlySet<string> = new Set(
  'ANSI_QUOTES NO_BACKSLASH_ESCAPES ANSI ORACLE DB2 MAXDB MSSQL POSTGRESQL'.split(' '),
);

/** Lists the modes of a server without those in which statements would be read differently. */
function listModes(modes: string): readonly string[] {
  return modes.split(',').filter((name) => /^\w+$/u.test(name) && !otherQuotes.has(name));
}

/** Describes a failed connection. */
export function describeFailure(error: unknown): string {
  const { code, errno } = error as MysqlError;
  if (code === 'ERR_INVALID_URL') return 'The URL of the database is not valid.';
  if (errno === 1045 || errno === 1698) return 'The database refuses the user or the password.';
  if (errno === 1044) return 'The user has no access to the database.';
  if (errno === 1049) return 'The server has no database with this name.';
  return `The database cannot be reached: ${typeof code === 'string' ? code : 'unknown error'}.`;
}
