import { performTransaction } from '../perform-transaction.js';
import type { OpenSqlEngine } from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import { Connections } from './connections.js';
import { MysqlTransaction } from './mysql-transaction.js';

/** Opens a pool of connections to MySQL or MariaDB with the package `mysql2`. */
export const openEngine: OpenSqlEngine = ({ url, maxConnections }) => {
  let connections: Promise<Connections> | undefined;
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async transact(options, work) {
      if (isClosed) throw new SqlError('unreachable', undefined, new Error('The database is closed'));
      const perform = async () => {
        const pool = await (connections ??= Connections.open(url, maxConnections));
        const lease = await pool.acquire(options.signal);
        const transaction = new MysqlTransaction(pool, lease, options);
        try {
          return await performTransaction(transaction, options, work);
        } finally {
          void transaction.release();
        }
      };
      const result = perform();
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
      await connections?.then(
        (pool) => pool.close(),
        () => {},
      );
    },
  };
};
