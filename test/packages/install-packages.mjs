import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Installs packages from npm into a folder, those that are not there yet, and links this package.
 *
 * @param {string} folder
 * @param {readonly string[]} names
 */
export function installPackages(folder, names) {
  mkdirSync(folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const own = path.join(folder, 'node_modules', 'create-mcp-from-schema');
  // npm would follow the link.
  rmSync(own, { force: true });
  const missing = names.filter((name) => !existsSync(path.join(folder, 'node_modules', name)));
  if (missing.length > 0) {
    const options = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...new Set(missing)];
    const { status, stderr } = spawnSync('npm', options, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm install: ${stderr}`);
  }
  mkdirSync(path.dirname(own), { recursive: true });
  symlinkSync(path.resolve(import.meta.dirname, '../..'), own, 'junction');
}
