import type { EngineProblem } from '../engine.js';
import { requireDriver } from '../require-driver.js';

/** Column of a result, as SQLite reports it: the first column of a table from which its values can come. */
export interface ColumnSource {
  readonly name: string;
  readonly column: string | null;
  readonly table: string | null;
  readonly database: string | null;
  /** Declared type of that column. */
  readonly type: string | null;
}

export type Row = Readonly<Record<string, unknown>>;

/** Open database, the same with both drivers. All calls are synchronous and throw errors of SQLite. */
export interface Database {
  exec(sql: string): void;
  /** Returns the columns of a statement; `[]` for one without rows. */
  columns(sql: string): readonly ColumnSource[];
  /** Runs a query. */
  rows(sql: string, values?: Readonly<Record<string, null>>): readonly Row[];
  close(): void;
}

export type OpenDatabase = (file: string | undefined) => Database;

/** Statement of either driver. */
interface Statement {
  /** `better-sqlite3` only: whether the statement has rows. Its `columns` throws for one without. */
  readonly reader?: boolean;
  columns(): readonly ColumnSource[];
  all(...values: readonly unknown[]): readonly Row[];
}

interface Connection {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

type Constructor = new (file: string, options?: object) => Connection;

/**
 * Finds a driver: `node:sqlite` if it can tell the columns of a statement (Node 22.16 or later), otherwise the package
 * `better-sqlite3` of the project.
 */
export async function findDriver(
  root: string,
): Promise<{ readonly open: OpenDatabase } | { readonly problem: EngineProblem }> {
  const Database = await builtIn();
  if (Database !== undefined) {
    return { open: (file) => wrap(new Database(file ?? ':memory:', file === undefined ? {} : { readOnly: true })) };
  }
  const loaded = await requireDriver<Constructor>(root, { product: 'This version of Node', module: 'better-sqlite3' });
  if ('problem' in loaded) return loaded;
  const Package = loaded.driver;
  const options = { readonly: true, fileMustExist: true };
  return { open: (file) => wrap(new Package(file ?? ':memory:', file === undefined ? {} : options)) };
}

async function builtIn(): Promise<Constructor | undefined> {
  // Not a literal, because the types of Node 20 lack the module.
  const module = ['node', 'sqlite'].join(':');
  try {
    const { DatabaseSync, StatementSync } = (await import(/* @vite-ignore */ module)) as BuiltIn;
    return typeof StatementSync?.prototype.columns === 'function' ? DatabaseSync : undefined;
  } catch {
    return undefined;
  }
}

interface BuiltIn {
  readonly DatabaseSync: Constructor;
  readonly StatementSync?: { readonly prototype: { readonly columns?: unknown } };
}

function wrap(connection: Connection): Database {
  return {
    exec: (sql) => void connection.exec(sql),
    columns(sql) {
      const statement = connection.prepare(sql);
      return statement.reader === false ? [] : statement.columns();
    },
    rows: (sql, values) => {
      const statement = connection.prepare(sql);
      return values === undefined ? statement.all() : statement.all(values);
    },
    close: () => void connection.close(),
  };
}
