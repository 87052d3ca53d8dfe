import type { ServerControl } from 'create-mcp-from-schema/runtime';
import { useServer } from './updates.ts';

export function setup(server: ServerControl): void {
  useServer(server);
}
