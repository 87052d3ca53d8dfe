import path from 'node:path';
import { connectByHttp, connectByStdio } from './proxy.mjs';

/** @type {import('../drive.mjs').Connect} */
export function connect({ folder, command, args, url, sdk, options = [] }, answer) {
  const program = path.join(folder, 'node_modules/supergateway/dist/index.js');
  if (url !== undefined) return connectByStdio(sdk, [program, '--streamableHttp', url, ...options], answer);
  const stdio = [command, ...args].map((part) => JSON.stringify(part)).join(' ');
  const serve = [program, '--stdio', stdio, '--outputTransport', 'streamableHttp', ...options];
  return connectByHttp(sdk, (port) => [...serve, '--port', port], answer);
}
