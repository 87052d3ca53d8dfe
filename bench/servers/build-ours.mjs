import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './cache-folder.mjs';
import { makeCatalogue } from './make-catalogue.mjs';
import { describeHandlers } from './our-handlers.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const generator = path.join(root, 'dist', 'generator', 'cli.js');

/**
 * Generates and bundles a server as a project of a user does, with the build command that projects are given. A server
 * that is newer than the generator and runtime is taken as it is.
 *
 * @param {number} count How many tools it has.
 * @returns {string} The bundled server.
 * @throws Error when a step fails.
 */
export function buildOurs(count) {
  const project = describeOurs(count);
  const server = path.join(project, 'dist', 'server.mjs');
  if (existsSync(server) && statSync(server).mtimeMs > newestIn(path.join(root, 'dist'), ['generator', 'runtime'])) {
    return server;
  }
  rmSync(path.join(project, 'dist'), { recursive: true, force: true });
  run(project, process.execPath, [generator, 'generate', '--root', project]);
  run(project, path.join(root, 'node_modules', '.bin', 'esbuild'), readBuildOptions());
  return server;
}

/** Writes definitions and handlers, and says where. */
export function describeOurs(count) {
  const project = path.join(cacheFolder, 'ours', String(count));
  const tools = Object.fromEntries(makeCatalogue(count).map(({ name, ...tool }) => [name, tool]));
  const definition = { server: { name: 'bench', version: '1.0.0' }, tools };
  write(path.join(project, 'definitions', 'bench.mcp.json'), JSON.stringify(definition, null, 2));
  for (const [file, text] of Object.entries(describeHandlers(count))) write(path.join(project, file), text);
  return project;
}

/** Leaves a file alone that says the same, so that it does not look new. */
function write(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The options of esbuild in the `build` script of a new project. */
function readBuildOptions() {
  const template = readFileSync(path.join(root, 'templates', 'project', 'package.json.hbs'), 'utf8');
  const command = /esbuild (generated\/server\.ts [^"]*)"/u.exec(template);
  if (command === null) throw new Error('The build script of projects is not what it was.');
  return [...command[1].split(' '), '--log-level=warning'];
}

function newestIn(folder, parts) {
  const files = parts.flatMap((part) =>
    readdirSync(path.join(folder, part), { recursive: true }).map((file) => path.join(folder, part, file)),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

function run(cwd, command, options) {
  const { status, stdout, stderr } = spawnSync(command, options, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${options.join(' ')}\n${stdout}\n${stderr}`);
}
