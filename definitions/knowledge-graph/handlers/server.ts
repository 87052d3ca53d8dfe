import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** Server options, such as `pageSize` or `maxMessageBytes`. */
export const options: StartOptions = {};

/** Runs before the first request. Open databases and read keys here. */
export async function setup(): Promise<void> {}

/** Runs when the server stops. */
export async function close(): Promise<void> {}
