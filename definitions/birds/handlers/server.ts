import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** Options of the server, such as `pageSize` or `maxMessageBytes`. */
export const options: StartOptions = {};
