/** Exports for servers whose processes share their state in Redis or Valkey. */
import type { Stores } from '../../../core/api/store.js';
import { openOnce } from '../../../core/sharing/open-once.js';
import { RedisQueue } from './redis-queue.js';
import type { RedisOptions } from './redis-options.js';
import { RedisStore } from './redis-store.js';

export type { RedisOptions } from './redis-options.js';

/**
 * Stores in Redis 6.2 or Valkey 7.2 and later, for `export const stores` in `handlers/server.ts`. The connection is
 * opened when the server starts. Requires the package `redis`, and `bullmq` for durable tasks if Redis is not a
 * cluster.
 *
 * @param given Redis URL, or options. Default: the environment variable `MCP_REDIS_URL`.
 */
export function redis(given?: string | RedisOptions): Stores {
  const options = typeof given === 'string' ? { url: given } : (given ?? {});
  const store = new RedisStore(options);
  return withQueue(openOnce(store), new RedisQueue(options, store));
}

/** Adds a queue to stores. It is prepared when the stores are opened, and closed with them. */
function withQueue(stores: Stores, queue: RedisQueue): Stores {
  return {
    ...stores,
    queue,
    open: async (host) => {
      queue.prepare(host);
      await stores.open?.(host);
    },
    close: async () => {
      await queue.close();
      await stores.close?.();
    },
  };
}
