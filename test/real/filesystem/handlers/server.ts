import type { ServerControl } from 'create-mcp-from-schema/runtime';
import { allowDirectories } from './directories.ts';

export async function setup({ args }: ServerControl): Promise<void> {
  await allowDirectories(args);
}
