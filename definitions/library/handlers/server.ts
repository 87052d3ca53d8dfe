import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

/** Without sessions: no handler uses elicitation, so legacy requests need none either. */
export const options: StartOptions = { http: { sessions: false } };
