import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildOurs } from './build-ours.mjs';
import { cacheFolder } from './cache-folder.mjs';

const folder = import.meta.dirname;

/**
 * How a server is started.
 *
 * @param {'ours' | 'limit' | 'sdk-v1' | 'sdk-v2' | 'fastmcp'} server
 * @param {number} tools How many it offers.
 * @param {number} [port] Over HTTP; on standard input and output without.
 * @returns {string[]} The command.
 */
export function describeServer(server, tools, port) {
  const options = port === undefined ? [] : [String(port)];
  if (server === 'ours') return [process.execPath, buildOurs(tools), ...(port === undefined ? [] : ['--http', ...options])];
  const file =
    server === 'limit'
      ? path.join(folder, 'limits', port === undefined ? 'stdio.mjs' : 'http.mjs')
      : path.join(peerFolder, `${server}.mjs`);
  return [process.execPath, file, String(tools), ...options];
}

const peerFolder = path.join(cacheFolder, 'peers');

/** Puts the servers of the peers where they find the packages that are installed for them. */
export function copyPeers() {
  mkdirSync(peerFolder, { recursive: true });
  cpSync(path.join(folder, 'peers'), peerFolder, { recursive: true });
}
