import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** Server options, such as `pageSize` or `maxMessageBytes`. */
export const options: StartOptions = {};
