import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

/** Command line of the generator. */
export const generator = path.join(root, 'dist', 'generator', 'cli.js');

/**
 * Generates and builds a server as in a user's project. Reuses a bundle that is newer than all of its sources.
 *
 * @param {string} project Its folder.
 * @param {Record<string, string>} files Definitions and handlers, by path.
 * @returns {string} The bundled server.
 * @throws Error if a step fails.
 */
export function buildProject(project, files) {
  const server = path.join(project, 'dist', 'server.mjs');
  if (existsSync(server) && isCurrent(server, project, files)) return server;
  // Stubs of an earlier generator may not fit this one.
  rmSync(project, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) write(path.join(project, file), text);
  run(project, process.execPath, [generator, 'generate', '--root', project]);
  run(project, process.execPath, [generator, 'build', '--root', project]);
  return server;
}

/** Whether a bundle is newer than the program and its project has exactly these files. */
function isCurrent(server, project, files) {
  const newest = Math.max(...listProgram().map((file) => statSync(file).mtimeMs));
  if (statSync(server).mtimeMs <= newest) return false;
  return Object.entries(files).every(([file, text]) => {
    const known = path.join(project, file);
    return existsSync(known) && readFileSync(known, 'utf8') === text;
  });
}

function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Lists the files of the generator and the runtime, with their templates. */
function listProgram() {
  const folders = [path.join('dist', 'generator'), path.join('dist', 'runtime'), 'templates'];
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(root, folder, file)),
  );
}

/** @throws Error with the output of the command if it fails. */
export function run(cwd, command, options) {
  const { status, stdout, stderr } = spawnSync(command, options, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${options.join(' ')}\n${stdout}\n${stderr}`);
}
