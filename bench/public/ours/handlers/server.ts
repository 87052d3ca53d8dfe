import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

export const options: StartOptions = { http: { sessions: process.env['SHOP_SESSIONS'] === 'yes' } };
