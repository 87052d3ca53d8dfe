import type { DatabaseKind, EngineOptions, OpenEngine } from './engine.js';

/** Loaders of the code that prepares statements. */
const openers: { readonly [kind in DatabaseKind]: () => Promise<OpenEngine> } = {
  postgres: async () => (await import('./postgres/open-postgres.js')).openPostgres,
  sqlite: async () => (await import('./sqlite/open-sqlite.js')).openSqlite,
  mysql: async () => (await import('./mysql/open-mysql.js')).openMysql,
};

/** Opens an engine in this process. */
export async function openEngine(kind: DatabaseKind, options: EngineOptions): ReturnType<OpenEngine> {
  const open = await openers[kind]();
  return open(options);
}
