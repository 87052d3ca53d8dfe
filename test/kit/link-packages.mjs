import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * Gives a project folder a `node_modules` with this package and all packages that this one has.
 *
 * @param {string} folder
 * @param {string} [self] The folder of this package, or of a changed copy.
 */
export function linkPackages(folder, self = root) {
  const source = path.join(root, 'node_modules');
  const target = path.join(folder, 'node_modules');
  mkdirSync(target);
  for (const name of readdirSync(source)) symlinkSync(path.join(source, name), path.join(target, name), 'junction');
  symlinkSync(self, path.join(target, 'create-mcp-from-schema'), 'junction');
}
