import type { ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';
import { keepControl } from './server-control.ts';

/** Server options, such as `pageSize` or `maxMessageBytes`. */
export const options: StartOptions = {};

/** Runs before the first request. */
export function setup(server: ServerControl): void {
  keepControl(server);
}
