import type { SqlDatabase, SqlEngine } from './sql-definition.js';
import { SqlToolError } from './sql-tool-error.js';

/** Default of `maxConnections`. Each connection to a SQLite file is a process. */
const defaultMaxConnections = { postgres: 10, mysql: 10, sqlite: 4 } as const;

/** Databases that calls have opened. */
const engines = new WeakMap<SqlDatabase, Promise<SqlEngine>>();

/**
 * Returns the engine of a database, which all its tools share. The first call opens it.
 *
 * @throws SqlToolError if the environment variable is not set.
 */
export function openDatabase(database: SqlDatabase): Promise<SqlEngine> {
  const opened = engines.get(database);
  if (opened !== undefined) return opened;
  const opening = open(database);
  engines.set(database, opening);
  opening.catch(() => engines.delete(database));
  return opening;
}

/** Closes a database after its running transactions. The next call opens it again. */
export async function closeDatabase(database: SqlDatabase): Promise<void> {
  const opened = engines.get(database);
  engines.delete(database);
  await (await opened)?.close();
}

async function open({ name, kind, variable, file, module, maxConnections, load }: SqlDatabase): Promise<SqlEngine> {
  const given = variable === undefined ? undefined : readVariable(variable);
  const url = given ?? file;
  if (url === undefined) {
    throw new SqlToolError(
      'The address of the database is not set. Report it to the operator.',
      `set the environment variable ${variable ?? ''} to the address of the database "${name}"`,
    );
  }
  const { openEngine } = await load();
  return openEngine({
    url,
    maxConnections: maxConnections ?? defaultMaxConnections[kind],
    module: given === undefined ? module : undefined,
  });
}

/** Returns a variable without surrounding white space; `undefined` if it is empty or the platform has no environment. */
function readVariable(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
  return process?.env?.[name]?.trim() || undefined;
}
