import path from 'node:path';
import { buildOurs } from './build-ours.mjs';
import { peerFolder } from './install-peers.mjs';

/**
 * How a server is started.
 *
 * @param {'ours' | 'limit' | 'sdk-v1' | 'sdk-v2' | 'fastmcp'} server
 * @param {number} tools How many it offers.
 * @param {number} [port] Over HTTP; on standard input and output without.
 * @returns {string[]} The command.
 */
export function describeServer(server, tools, port) {
  const isHttp = port !== undefined;
  if (server === 'ours') return [process.execPath, buildOurs(tools), ...(isHttp ? ['--http', String(port)] : [])];
  const file =
    server === 'limit'
      ? path.join(import.meta.dirname, 'limits', isHttp ? 'http.mjs' : 'stdio.mjs')
      : path.join(peerFolder(server), `${server}.mjs`);
  return [process.execPath, file, String(tools), ...(isHttp ? [String(port)] : [])];
}
