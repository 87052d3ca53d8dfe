import { performTransaction } from '../perform-transaction.js';
import type { OpenSqlEngine } from '../sql-definition.js';
import { waitForRunning } from '../wait-for-running.js';
import { Connections } from './connections.js';
import { MysqlTransaction } from './mysql-transaction.js';

/** Opens a pool of connections to MySQL or MariaDB with the package `mysql2`. */
export const openEngine: OpenSqlEngine = ({ url, maxConnections }) => {
  let connections: Promise<Connections> | undefined;
  return waitForRunning({
    async transact(options, work) {
      const pool = await (connections ??= Connections.open(url, maxConnections));
      const lease = await pool.acquire(options.signal);
      const transaction = new MysqlTransaction(pool, lease, options);
      try {
        return await performTransaction(transaction, options, work);
      } finally {
        void transaction.release();
      }
    },
    async close() {
      await connections?.then(
        (pool) => pool.close(),
        () => {},
      );
    },
  });
};
