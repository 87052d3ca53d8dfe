/** Exports for servers whose processes share their state in Redis or Valkey. */
import type { Stores } from '../api/store.js';
import { BullQueue } from './bull-queue.js';
import { openOnce } from '../stores/open-once.js';
import type { RedisOptions } from './redis-options.js';
import { RedisStore } from './redis-store.js';

export type { RedisOptions } from './redis-options.js';

/**
 * Stores in Redis 6.2 or Valkey 7.2 and later, for `export const stores` in `handlers/server.ts`. The connection is opened when the
 * server starts. It needs the package `redis`, and `bullmq` for durable tasks.
 *
 * @param given URL of Redis, or options. Default: the environment variable `MCP_REDIS_URL`.
 */
export function redis(given?: string | RedisOptions): Stores {
  const options = typeof given === 'string' ? { url: given } : (given ?? {});
  return withQueue(openOnce(new RedisStore(options)), new BullQueue(options));
}

/** Stores with a queue, which knows its server when they are opened and is closed with them. */
function withQueue(stores: Stores, queue: BullQueue): Stores {
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
