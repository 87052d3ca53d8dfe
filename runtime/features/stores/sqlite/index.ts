/** Exports for servers whose processes share their state in a file. */
import type { Stores } from '../../../core/api/store.js';
import { openOnce } from '../../../core/sharing/open-once.js';
import { SqliteStore, type SqliteOptions } from './sqlite-store.js';

export type { SqliteOptions } from './sqlite-store.js';

/**
 * Stores in an SQLite file, for `export const stores` in `handlers/server.ts`: for one process, or several processes on
 * one machine. Requires Node 22.13 or later, or the package `better-sqlite3`.
 *
 * @param given Path of the file, or options. Default: the environment variable `MCP_SQLITE_FILE`.
 */
export function sqlite(given?: string | SqliteOptions): Stores {
  return openOnce(new SqliteStore(typeof given === 'string' ? { file: given } : (given ?? {})));
}
