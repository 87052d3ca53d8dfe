import type { EnvironmentVariable, StoreKind } from './model.js';

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
