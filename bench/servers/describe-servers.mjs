import path from 'node:path';
import { buildOurs } from './build-ours.mjs';
import { peerFolder } from './install-peers.mjs';

/**
 * Describes how a server is started.
 *
 * @param {'ours' | 'limit' | 'kept' | 'sdk-v1' | 'sdk-v2' | 'fastmcp'} server `kept` only answers lists over HTTP.
 * @param {number} tools Number of tools.
 * @param {number} [port] Port for HTTP; stdio if omitted.
 * @returns {string[]} The command.
 */
export function describeServer(server, tools, port) {
  const isHttp = port !== undefined;
  if (server === 'ours') return [process.execPath, buildOurs(tools), ...(isHttp ? ['--http', String(port)] : [])];
  return [process.execPath, findScript(server, isHttp), String(tools), ...(isHttp ? [String(port)] : [])];
}

function findScript(server, isHttp) {
  const limits = path.join(import.meta.dirname, 'limits');
  if (server === 'kept') return path.join(limits, 'kept-list.mjs');
  if (server === 'limit') return path.join(limits, isHttp ? 'http.mjs' : 'stdio.mjs');
  return path.join(peerFolder(server), `${server}.mjs`);
}
