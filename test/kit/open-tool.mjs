import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNpm } from '../../dist/generator/scaffold/pack-generator.js';

/** Node as a package, without a script that would download it. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const nodeVersion = '22.23.3';

/** The system's temporary folder, also in tests, whose own one is removed after each run. */
const toolsFolder = process.env['TOOLS_FOLDER'] ?? tmpdir();

/**
 * A tool from the npm registry that needs a newer Node than this package does, and that Node.
 *
 * @typedef {object} Tool
 * @property {string} node the program that is Node
 * @property {string} folder what the tool may write to
 * @property {string} root folder of the tool's package
 */

/**
 * Installs a tool on first use into a folder below the system's temporary folder, which later runs use too.
 *
 * @param {string} name package with its scope
 * @param {string} version exactly one
 * @returns {Promise<Tool>}
 * @throws {Error} when npm cannot install it, twice
 */
export async function openTool(name, version) {
  const folder = path.join(toolsFolder, `mcp-${path.posix.basename(name)}-${version}-node-${nodeVersion}`);
  if (!(await exists(folder))) {
    const packages = [`${name}@${version}`, `${nodePackage}@${nodeVersion}`];
    await install(folder, packages).catch(() => install(folder, packages));
  }
  const modules = path.join(folder, 'node_modules');
  const node = path.join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return { node, folder, root: path.join(modules, name) };
}

/** Installs beside and renames, so that a run that breaks off, or one at the same time, leaves nothing half done. */
async function install(folder, packages) {
  const draft = await mkdtemp(`${folder}-`);
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel=error'];
  try {
    await runNpm(['install', ...options, '--prefix', draft, ...packages], draft);
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
