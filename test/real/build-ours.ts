import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../kit/make-folder.js';
import { findProject, readDependencies, type RealServer } from './originals.js';

const root = path.resolve(import.meta.dirname, '../..');
const cli = path.join(root, 'dist', 'generator', 'cli.js');

/**
 * Builds our version of a server in a temporary folder as its user does: generates, checks the types, bundles.
 *
 * @param packages `node_modules` with the packages that it needs
 * @param addFiles adds files to the project before it is generated
 * @returns path of the built server
 */
export async function buildOurs(
  server: RealServer,
  packages: string,
  addFiles: (folder: string) => void = () => {},
): Promise<string> {
  const folder = makeFolder();
  cpSync(findProject(server), folder, { recursive: true });
  cpSync(path.join(root, 'templates/project/tsconfig.json.hbs'), path.join(folder, 'tsconfig.json'));
  addFiles(folder);
  const links = {
    'create-mcp-from-schema': root,
    typescript: path.join(root, 'node_modules/typescript'),
    '@types/node': path.join(root, 'node_modules/@types/node'),
    ...Object.fromEntries(Object.keys(readDependencies(server)).map((name) => [name, path.join(packages, name)])),
  };
  for (const [name, target] of Object.entries(links)) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(target, link, 'junction');
  }
  for (const command of ['generate', 'build']) {
    await promisify(execFile)(process.execPath, [cli, command, '--root', folder]);
  }
  return path.join(folder, 'dist', 'server.mjs');
}
