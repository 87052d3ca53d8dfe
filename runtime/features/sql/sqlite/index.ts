import { performTransaction } from '../perform-transaction.js';
import type { OpenSqlEngine } from '../sql-definition.js';
import { waitForRunning } from '../wait-for-running.js';
import { findFile } from './find-file.js';
import { ProcessPool } from './process-pool.js';
import { SqliteTransaction } from './sqlite-transaction.js';

/**
 * Opens a SQLite file with `node:sqlite`, otherwise `better-sqlite3`. Neither can interrupt a statement. Therefore
 * statements run in other processes, which are killed at the time limit: one that writes, and several that read, so
 * that a long query delays others by 50 ms only.
 *
 * @see docs/decisions/0062-sqlite-statements-run-in-child-processes.md
 */
export const openEngine: OpenSqlEngine = ({ url, maxConnections, module }) => {
  const file = findFile(url, module);
  const readers = new ProcessPool(file, true, Math.max(1, maxConnections - 1));
  const writers = new ProcessPool(file, false, 1);
  return waitForRunning({
    async transact(options, work) {
      const pool = options.reads ? readers : writers;
      const process = await pool.acquire(options.signal);
      try {
        return await performTransaction(new SqliteTransaction(process, options.reads), options, work);
      } finally {
        pool.release(process);
      }
    },
    close: async () => void (await Promise.all([readers.close(), writers.close()])),
  });
};
