import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../wire/protocol-error.js';

/** Row of a result. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Prepared statement of `node:sqlite` or `better-sqlite3`. */
export interface Statement {
  get(...values: readonly (string | number)[]): Row | undefined;
  all(...values: readonly (string | number)[]): readonly Row[];
  run(...values: readonly (string | number)[]): { readonly changes: number | bigint };
}

/** Open database. All calls are synchronous. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

/** Opens a file with the available SQLite engine. */
export type OpenDatabase = (file: string) => Database;

/** Version of the schema. */
const version = 1;

/**
 * Tables of the store. Times are in milliseconds since 1970, because all processes are on one machine and share its clock.
 */
const tables = `
CREATE TABLE IF NOT EXISTS slots(key TEXT PRIMARY KEY, value TEXT, last INTEGER, tokens REAL, at REAL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries(key TEXT, position INTEGER, text TEXT NOT NULL, PRIMARY KEY(key, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS members(key TEXT, member TEXT, ends REAL NOT NULL, PRIMARY KEY(key, member)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS messages(id INTEGER PRIMARY KEY AUTOINCREMENT, channel TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL);
PRAGMA user_version = ${version};
`;

/**
 * Opens the file of a store. Creates it if it is missing, readable only by the user of the process. Never waits for
 * another process.
 *
 * @throws Error that names the file and the reason; the SQLite error itself if another process has locked the file.
 */
export function openDatabase(open: OpenDatabase, file: string): Database {
  let database: Database | undefined;
  try {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    closeSync(openSync(file, 'a', 0o600));
    database = open(file);
    // A write-ahead log lets processes read while another process writes. Its last commits survive a crash of the process.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    makeTables(database);
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error)) throw error;
    const advice = 'Check MCP_SQLITE_FILE, or the argument of `sqlite()`.';
    throw new Error(`The store ${file} cannot be opened: ${messageOf(error)}. ${advice}`, { cause: error });
  }
}

/** Creates the tables if they are missing. This needs the write lock, which another process may hold. */
function makeTables(database: Database): void {
  const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (found > version) throw new Error('it was written by a newer version of the server');
  if (found < version) database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
}

/**
 * Whether an error means that another process holds a lock. An error of `node:sqlite` has the error number; an error of
 * `better-sqlite3` has its name.
 */
export function isBusy(error: unknown): boolean {
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === 'number') return errcode % 256 === 5;
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}

type Constructor = new (file: string) => Database;

/**
 * Loads Node's SQLite, otherwise the package `better-sqlite3`.
 *
 * @returns Rejects if neither is available.
 */
export async function findEngine(): Promise<OpenDatabase> {
  // Not literals, because the types of Node 20 lack the module, and because bundlers would otherwise look for the
  // package, although only older versions of Node need it.
  const [module, name] = [['node', 'sqlite'].join(':'), ['better', 'sqlite3'].join('-')];
  try {
    const { DatabaseSync } = (await import(/* @vite-ignore */ module)) as { DatabaseSync: Constructor };
    return (file) => new DatabaseSync(file);
  } catch {
    // Node 20 has no SQLite.
  }
  try {
    const { default: Package } = (await import(/* @vite-ignore */ name)) as { default: Constructor };
    return (file) => new Package(file);
  } catch (error) {
    throw new Error(
      'This version of Node has no SQLite: use Node 22.13 or later, or run `npm install better-sqlite3`',
      {
        cause: error,
      },
    );
  }
}
