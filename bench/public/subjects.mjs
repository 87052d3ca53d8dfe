import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPorts } from '../drive/find-ports.mjs';
import { waitFor } from '../drive/open-http.mjs';
import { spawnServer } from '../drive/spawn-server.mjs';
import { buildProject } from '../servers/build-project.mjs';
import { cacheFolder } from '../servers/cache-folder.mjs';
import { peerFolder, preparePeers } from '../servers/install-peers.mjs';
import { titles } from './titles.mjs';

const servers = path.join(import.meta.dirname, 'servers');

/** Folder of the project of our server. */
export const project = path.join(cacheFolder, 'public');

/** Builds our server as in a user's project and returns the path of the bundle. */
export function buildShop() {
  const ours = path.join(import.meta.dirname, 'ours');
  const files = readdirSync(ours, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const texts = files.map((file) => [path.relative(ours, file), readFileSync(file, 'utf8')]);
  const shared = ['shop.mjs', 'shop.d.mts'].map((name) => [name, readFileSync(path.join(servers, name), 'utf8')]);
  return buildProject(project, Object.fromEntries([...texts, ...shared]));
}

/**
 * Prepares the servers of other libraries.
 *
 * @param {boolean} mayInstall If false, only libraries among the dependencies of this package are prepared.
 * @returns {string[]} The names of all servers that can be started, in order.
 */
export function prepareSubjects(mayInstall) {
  const peers = preparePeers(mayInstall);
  for (const peer of peers) cpSync(servers, path.join(peerFolder(peer), 'public'), { recursive: true });
  return Object.keys(titles).filter((name) => /^(?:limit|ours.*)$/u.test(name) || peers.includes(name));
}

/**
 * Starts a server and waits until it listens.
 *
 * @param {string} name
 * @param {{ environment: Record<string, string>, prefix?: string[], processes?: number, nodeOptions?: string[],
 *   server?: string }} options `server` is another bundle of ours.
 * @returns {Promise<{ name: string, port: number, pid: number, ended: Promise<never>, close: () => void }>}
 */
export async function openSubject(name, { environment, prefix = [], ...start }) {
  const [port] = await findPorts(1);
  const sessions = name === 'ours-sessions' ? { SHOP_SESSIONS: 'yes', MCP_STATE_KEYS: 'k'.repeat(32) } : {};
  return spawnServer(
    [...prefix, ...describeCommand(name, port, start)],
    async ({ child, ended, close }) => {
      child.stdout.resume();
      await Promise.race([waitFor(port, child), ended]);
      return { name, port, pid: child.pid, ended, close };
    },
    { ...environment, ...sessions },
  );
}

function describeCommand(name, port, { processes = 1, nodeOptions = [], server }) {
  const node = [process.execPath, ...nodeOptions];
  if (name.startsWith('ours')) {
    const workers = processes === 1 ? [] : ['--workers', String(processes)];
    return [...node, server ?? buildShop(), '--http', String(port), ...workers];
  }
  const folder = name === 'limit' ? servers : path.join(peerFolder(name), 'public');
  const script = path.join(folder, `${name}.mjs`);
  if (processes === 1) return [...node, script, String(port)];
  return [...node, path.join(servers, 'cluster.mjs'), String(processes), script, String(port)];
}
