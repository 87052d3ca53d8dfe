import { readVariable } from '../../core/service/environment-variables.js';
import type { SqlDatabase, SqlEngine } from './sql-definition.js';
import { SqlToolError } from './sql-tool-error.js';

/** Default of `maxConnections`. Each connection to a SQLite file is a process. */
const defaultMaxConnections = { postgres: 10, mysql: 10, sqlite: 4 } as const;

/** Databases that calls have opened, by address. */
const engines = new WeakMap<SqlDatabase, Map<string, Promise<SqlEngine>>>();

/**
 * Returns the engine of a database, which all its tools share. The first call with an address opens it.
 *
 * @throws SqlToolError if the environment variable is not set.
 */
export function openDatabase(database: SqlDatabase): Promise<SqlEngine> {
  const { name, variable, file } = database;
  const given = variable === undefined ? undefined : readVariable(variable);
  const url = given ?? file;
  if (url === undefined) {
    throw new SqlToolError(
      'The address of the database is not set. Report it to the operator.',
      `set the environment variable ${variable ?? ''} to the address of the database "${name}"`,
    );
  }
  const byAddress = engines.get(database) ?? new Map<string, Promise<SqlEngine>>();
  engines.set(database, byAddress);
  const opened = byAddress.get(url);
  if (opened !== undefined) return opened;
  const opening = open(database, url, given === undefined);
  byAddress.set(url, opening);
  opening.catch(() => byAddress.delete(url));
  return opening;
}

/** Closes a database after its running transactions. The next call opens it again. */
export async function closeDatabase(database: SqlDatabase): Promise<void> {
  const opened = [...(engines.get(database)?.values() ?? [])];
  engines.delete(database);
  await Promise.all(opened.map(async (engine) => (await engine).close()));
}

/** @param isOwnFile Whether the address is the file that the definition names. */
async function open(database: SqlDatabase, url: string, isOwnFile: boolean): Promise<SqlEngine> {
  const { kind, module, maxConnections, load } = database;
  const { openEngine } = await load();
  return openEngine({
    url,
    maxConnections: maxConnections ?? defaultMaxConnections[kind],
    module: isOwnFile ? module : undefined,
  });
}
