import type { EnvironmentVariable } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Store that the runtime includes. */
export type StoreKind = 'redis' | 'sqlite';

/** Store of the state that processes share. If absent, the user's `stores` applies, else memory. */
export const storesPart = new PartKey<StoreKind>('stores');

/** Environment variables that specify the location of the store. */
export const storeVariables: { readonly [Kind in StoreKind]: readonly EnvironmentVariable[] } = {
  redis: [
    {
      name: 'MCP_REDIS_URL',
      description:
        'URL of the Redis or Valkey server, such as redis://user:password@localhost:6379/0, or rediss:// for TLS.',
      isNeeded: true,
      isSecret: true,
    },
  ],
  sqlite: [
    {
      name: 'MCP_SQLITE_FILE',
      description: 'Path of the file that the processes on this machine share. It is created if it does not exist.',
      isNeeded: true,
    },
  ],
};
