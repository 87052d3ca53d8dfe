// Creates the database of the shop from shop.sql: node definitions/shop/create-database.mjs <file>
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Creates the database, and replaces an earlier one. Needs Node 22.13, or the package `better-sqlite3`. */
export async function createDatabase(file) {
  const open = await loadSqlite();
  const script = readFileSync(path.join(import.meta.dirname, 'shop.sql'), 'utf8');
  // A server can have the earlier file open.
  const fresh = `${file}.${process.pid}`;
  rmSync(fresh, { force: true });
  const database = open(fresh);
  database.exec(script);
  database.close();
  renameSync(fresh, file);
}

/** Loads Node's SQLite, otherwise the package. */
async function loadSqlite() {
  try {
    const { DatabaseSync } = await import('node:sqlite');
    return (file) => new DatabaseSync(file);
  } catch {
    const Database = createRequire(import.meta.url)('better-sqlite3');
    return (file) => new Database(file);
  }
}

const [, script, file] = process.argv;
if (script === import.meta.filename && file !== undefined) await createDatabase(file);
