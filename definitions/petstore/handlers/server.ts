import type { ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** Options of the server, such as `pageSize`, `maxMessageBytes` or `http`. */
export const options: StartOptions = {};

/** Runs before the first request is answered: open databases and read keys here. `server` changes what is offered. */
export async function setup(_server: ServerControl): Promise<void> {}

/** Runs when the server stops. */
export async function close(): Promise<void> {}
