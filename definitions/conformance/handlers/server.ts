import type { ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';
import { keepControl } from './server-control.ts';

/** Options of the server, such as `pageSize` or `maxMessageBytes`. */
export const options: StartOptions = {};

/** Runs before the first request is answered. */
export function setup(server: ServerControl): void {
  keepControl(server);
}
