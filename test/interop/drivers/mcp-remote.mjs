import path from 'node:path';
import { connectByStdio } from './proxy.mjs';

/** @type {import('../drive.mjs').Connect} */
export function connect({ folder, url, sdk, options = [] }, answer) {
  const program = path.join(folder, 'node_modules/mcp-remote/dist/proxy.js');
  const env = { MCP_REMOTE_CONFIG_DIR: path.join(folder, 'mcp-auth') };
  return connectByStdio(sdk, [program, url, '--transport', 'http-only', ...options], answer, env);
}
