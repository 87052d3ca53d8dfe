import { createRequire } from 'node:module';

/** Connection of a test to a database of SQLite. */
export interface SqliteConnection {
  exec(sql: string): unknown;
  prepare(sql: string): { all(): readonly object[] };
  close(): unknown;
}

/** Opens a database of SQLite with the driver that this Node has; see `linkSqlite`. */
export function openSqlite(file: string): SqliteConnection {
  const require = createRequire(import.meta.url);
  const name = process.getBuiltinModule?.('node:sqlite') ? 'node:sqlite' : 'better-sqlite3';
  const driver = require(name) as { readonly DatabaseSync?: new (file: string) => SqliteConnection };
  return new (driver.DatabaseSync ?? (driver as unknown as new (file: string) => SqliteConnection))(file);
}
