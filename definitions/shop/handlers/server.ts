import type { ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';
import type { ServerApp } from '../../../generated/shop/handlers.ts';

/** Server options, such as `pageSize`, `maxMessageBytes` or `http`. */
export const options: StartOptions = {};

/**
 * Runs before the first request. Open shared resources here, such as a database: handlers get the return value as `context.app`.
 * `server` enables and disables tools, prompts and resources.
 */
export async function setup(_server: ServerControl) {
  return {};
}

/** Runs when the server stops. Close what `setup` opened. */
export async function close(_app: ServerApp): Promise<void> {}
