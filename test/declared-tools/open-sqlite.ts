import { createRequire } from 'node:module';

interface Connection {
  exec(sql: string): unknown;
  close(): unknown;
}

/** Creates a SQLite file with tables and rows. */
export function openSqlite(file: string, sql: string): void {
  const database = connect(file);
  database.exec(sql);
  database.close();
}

function connect(file: string): Connection {
  const require = createRequire(import.meta.url);
  try {
    const { DatabaseSync } = require('node:sqlite') as { DatabaseSync: new (file: string) => Connection };
    return new DatabaseSync(file);
  } catch {
    const Package = require('better-sqlite3') as new (file: string) => Connection;
    return new Package(file);
  }
}
