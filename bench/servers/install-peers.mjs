import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './cache-folder.mjs';

/** Peers at the compared versions. They work without the `optional` packages. */
export const peers = {
  'sdk-v1': {
    title: 'official SDK, v1',
    packages: ['@modelcontextprotocol/sdk@1.32.2'],
    eras: ['legacy'],
    isDependency: true,
  },
  'sdk-v2': {
    title: 'official SDK, v2',
    packages: ['@modelcontextprotocol/server@2.4.0', '@modelcontextprotocol/node@2.1.2'],
    eras: ['legacy', 'modern'],
    isDependency: false,
  },
  fastmcp: {
    title: 'fastmcp',
    packages: ['fastmcp@4.20.16'],
    optional: ['effect', 'sury', '@valibot/to-json-schema'],
    eras: ['legacy'],
    isDependency: false,
  },
};

/** Returns the folder of a peer, with its server and its `node_modules`. */
export function peerFolder(peer) {
  return path.join(cacheFolder, 'peers', peer);
}

/**
 * Prepares the servers of peers, installing missing packages.
 *
 * @param {boolean} mayInstall If false, only peers among the dependencies of this package are prepared.
 * @returns {string[]} Peers that can be started; prints what is wrong with the others.
 */
export function preparePeers(mayInstall) {
  return Object.keys(peers).filter((peer) => {
    const { packages, isDependency } = peers[peer];
    if (mayInstall ? !install(peer, packages) : !isDependency) return false;
    cpSync(path.join(import.meta.dirname, 'peers'), peerFolder(peer), { recursive: true });
    return true;
  });
}

/**
 * Installs into a temporary folder and renames it, so an interrupted run leaves nothing incomplete.
 *
 * @returns {boolean} Whether the packages are there; prints a message if not.
 */
export function install(peer, packages) {
  const folder = peerFolder(peer);
  if (existsSync(path.join(folder, 'node_modules'))) return true;
  const draft = `${folder}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', '--loglevel=error', '--prefix', draft];
  const { status } = spawnSync('npm', ['install', ...options, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    console.log(`npm could not install ${packages.join(' ')}: ${peer} is skipped.`);
    return false;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return true;
}
