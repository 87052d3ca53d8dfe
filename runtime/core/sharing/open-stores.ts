import type { StoreHost, Stores } from '../api/store.js';
import { formatReport, type Report } from '../service/report.js';

/** Environment variables that configure a store, with the runtime entry that reads each variable. */
const variables = { MCP_REDIS_URL: 'redis', MCP_SQLITE_FILE: 'sqlite' };

/**
 * Opens the stores of a server. A configured store that the server does not use is an error, because its processes
 * would silently not share state.
 *
 * @param stores `stores` of `handlers/server.ts` or of the definition.
 * @returns Rejects if a store cannot be opened, or if the environment configures one that the server was built without.
 */
export async function openStores(
  stores: Stores | undefined,
  { name, report }: { readonly name: string; readonly report: Report },
  environment: StoreHost['environment'],
): Promise<void> {
  if (stores !== undefined) {
    if (typeof stores.shared?.read !== 'function') {
      throw new TypeError('`stores` in handlers/server.ts must be the return value of `redis()` or `sqlite()`');
    }
    await stores.open?.({
      name,
      environment,
      report: (...args) => report(formatReport(...args)),
    });
    return;
  }
  for (const [variable, kind] of Object.entries(variables)) {
    if (!environment[variable]) continue;
    throw new Error(
      `${variable} is set, but the server was built without ${kind}: add \`store: ${kind}\` to \`server\` in a definition, ` +
        'generate and build the server again, or remove the variable.',
    );
  }
}
