import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** No handler asks its user anything, so that requests of the older protocol versions need no session either. */
export const options: StartOptions = { http: { sessions: false } };
