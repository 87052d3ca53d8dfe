import path from 'node:path';
import { connectByHttp } from './proxy.mjs';

/** @type {import('../drive.mjs').Connect} */
export function connect({ folder, command, args, sdk, options = [] }, answer) {
  const program = path.join(folder, 'node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs');
  const argsFor = (port) => [program, '--port', port, '--host', '127.0.0.1', ...options, '--', command, ...args];
  return connectByHttp(sdk, argsFor, answer);
}
