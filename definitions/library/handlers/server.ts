import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** Sessions are off: no handler uses elicitation, so legacy requests do not need them. */
export const options: StartOptions = { http: { sessions: false } };
