import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNpm } from '../../dist/generator/tools/scaffold/pack-generator.js';

/** The system's temporary folder, also in tests, whose own one is removed after each run. */
const toolsFolder = process.env['TOOLS_FOLDER'] ?? tmpdir();

/** Name of the package that is Node for this system, without a script that would download it. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Path of Node in {@link nodePackage}. */
export const nodeFile = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';

/**
 * Installs packages from the npm registry on first use into a folder below the system's temporary folder, which later
 * runs use too.
 *
 * @param {string} name of the folder: it says which packages in which versions it has
 * @param {readonly string[]} packages each with its exact version
 * @param {readonly string[]} [options] more options of `npm install`
 * @returns {Promise<string>} the folder
 * @throws {Error} when npm cannot install them, twice
 */
export async function installPackages(name, packages, options = []) {
  const folder = path.join(toolsFolder, `mcp-${name}`);
  const all = [...options, ...packages];
  if (!(await exists(folder))) await install(folder, all).catch(() => install(folder, all));
  return folder;
}

/** Installs elsewhere and renames, so that a run that breaks off, or one at the same time, leaves nothing half done. */
async function install(folder, args) {
  const draft = await mkdtemp(`${folder}-`);
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel=error'];
  try {
    await runNpm(['install', ...options, '--prefix', draft, ...args], draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!(await exists(folder))) throw error;
  }
}

async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}
