import type { ServerControl } from 'create-mcp-from-schema/runtime';
import { connect, pool } from './database.ts';

export const setup = ({ args: [url] }: ServerControl): Promise<void> => connect(url);

export const close = (): Promise<void> => pool.end();
