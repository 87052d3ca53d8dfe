/** Exports for servers whose processes share their state in Redis or Valkey. */
import type { Stores } from '../api/store.js';
import { openOnce } from '../stores/open-once.js';
import type { RedisOptions } from './redis-options.js';
import { RedisStore } from './redis-store.js';

export type { RedisOptions } from './redis-options.js';

/**
 * Stores in Redis 6.2 or Valkey 7.2 and later, for `export const stores` in `handlers/server.ts`. The connection is opened when the
 * server starts. It needs the package `redis`.
 *
 * @param given URL of Redis, or options. Default: the environment variable `MCP_REDIS_URL`.
 */
export function redis(given?: string | RedisOptions): Stores {
  return openOnce(new RedisStore(typeof given === 'string' ? { url: given } : (given ?? {})));
}
