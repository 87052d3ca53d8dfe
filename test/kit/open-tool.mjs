import path from 'node:path';
import { installPackages, nodeFile, nodePackage } from './install-packages.mjs';

const nodeVersion = '22.23.3';

/**
 * A tool from the npm registry that needs a newer Node than this package does, and that Node.
 *
 * @typedef {object} Tool
 * @property {string} node the program that is Node
 * @property {string} folder what the tool may write to
 * @property {string} root folder of the tool's package
 */

/**
 * Installs a tool on first use, for later runs too.
 *
 * @param {string} name package with its scope
 * @param {string} version exactly one
 * @returns {Promise<Tool>}
 * @throws {Error} when npm cannot install it, twice
 */
export async function openTool(name, version) {
  const label = `${path.posix.basename(name)}-${version}-node-${nodeVersion}`;
  const folder = await installPackages(label, [`${name}@${version}`, `${nodePackage}@${nodeVersion}`]);
  const modules = path.join(folder, 'node_modules');
  return { node: path.join(modules, nodePackage, nodeFile), folder, root: path.join(modules, name) };
}
