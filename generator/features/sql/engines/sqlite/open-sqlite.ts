import type { EngineOptions, EngineProblem, OpenEngine, SqlEngine } from '../engine.js';
import { prepareStatement } from '../prepare-statement.js';
import { applySchema } from './apply-schema.js';
import { describe, prepare } from './describe.js';
import { findDriver, type Database, type OpenDatabase } from './driver.js';
import { messageOf } from './read-refusal.js';
import { readTables, type SqliteCatalog } from './read-tables.js';

/** Opens a SQLite file to read it, or a database in memory to which the schema files are applied. */
export const openSqlite: OpenEngine = async ({ root, ...options }) => {
  const driver = await findDriver(root);
  if ('problem' in driver) return driver;
  const opened = openDatabase(driver.open, options);
  if ('problem' in opened) return opened;
  const { database, catalog, version } = opened;
  const engine: SqlEngine = {
    label: `SQLite ${version}`,
    prepare: async (request) =>
      await prepareStatement(request, {
        kind: 'sqlite',
        product: 'SQLite',
        catalog,
        describe: (statement) => Promise.resolve(describe(database, catalog, statement)),
        probe: (text) => Promise.resolve(prepare(database, text)),
      }),
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
  return engine;
};

interface Opened {
  readonly database: Database;
  readonly catalog: SqliteCatalog;
  readonly version: string;
}

function openDatabase(
  open: OpenDatabase,
  { url, schema, onStatement }: Omit<EngineOptions, 'root'>,
): Opened | { readonly problem: EngineProblem } {
  let database: Database | undefined;
  try {
    database = open(url);
    const problem = url === undefined ? applySchema(database, schema, onStatement) : undefined;
    if (problem === undefined) {
      const [row] = database.rows('select sqlite_version() as version');
      return { database, catalog: readTables(database), version: String(row?.['version']) };
    }
    database.close();
    return { problem };
  } catch (error) {
    database?.close();
    if (isNotBuilt(error)) {
      const message = 'The package `better-sqlite3` cannot be loaded.';
      return { problem: { code: 'sql-driver', message, help: 'Run `npm rebuild better-sqlite3`.' } };
    }
    return { problem: { code: 'sql-database', message: `The SQLite file cannot be read: ${reasonOf(error)}.` } };
  }
}

/** Whether the code of `better-sqlite3` for this version of Node is missing. */
function isNotBuilt(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ERR_DLOPEN_FAILED' || /bindings file|NODE_MODULE_VERSION/u.test(messageOf(error));
}

/** The reason, the same with both drivers. `better-sqlite3` reports a missing folder on its own. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return /unable to open|directory does not exist/u.test(message) ? 'unable to open database file' : message;
}
