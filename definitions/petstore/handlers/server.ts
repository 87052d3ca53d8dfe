import type { ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** Server options, such as `pageSize`, `maxMessageBytes` or `http`. */
export const options: StartOptions = {};

/** Runs before the first request. Open databases and read keys here. `server` enables and disables entries. */
export async function setup(_server: ServerControl): Promise<void> {}

/** Runs when the server stops. */
export async function close(): Promise<void> {}
