import type { EnvironmentVariable } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Entry of the runtime that keeps what processes share. */
export type StoreKind = 'redis' | 'sqlite';

/** Where processes of a server keep what they share. Without it: `stores` of the user, else each in its memory. */
export const storesPart = new PartKey<StoreKind>('stores');

/** Environment variables that say where the state is that processes share. */
export const storeVariables: { readonly [Kind in StoreKind]: readonly EnvironmentVariable[] } = {
  redis: [
    {
      name: 'MCP_REDIS_URL',
      description: 'Address of Redis or Valkey, such as redis://user:password@localhost:6379/0, or rediss:// for TLS.',
      isNeeded: true,
      isSecret: true,
    },
  ],
  sqlite: [
    {
      name: 'MCP_SQLITE_FILE',
      description: 'Path of the file that the processes of this machine share. It is made where it is missing.',
      isNeeded: true,
    },
  ],
};
