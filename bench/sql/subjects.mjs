import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../servers/cache-folder.mjs';
import { generator } from '../servers/build-project.mjs';
import { installRivals } from './rivals.mjs';

export const subjectNames = ['ours', 'toolbox', 'dbhub'];
const programs = installRivals();
const root = path.join(import.meta.dirname, '..', '..');

/** Programs of the environment of a run. */
export const { node } = programs;

/**
 * Prepares a server for a database.
 *
 * @param {'ours' | 'toolbox' | 'dbhub'} subject
 * @param {string} name Name of its folder.
 * @param {{ config: string, schema: string, environment: object, isKeptGoing?: boolean }} options `config` is the text of
 *   its configuration; `isKeptGoing` leaves out tools of ours that `generate` refuses.
 * @returns {{ command: (port?: number) => string[], environment: object, cwd: string, milliseconds?: number }}
 */
export function prepareServer(subject, name, { config, schema, environment, isKeptGoing = false }) {
  const folder = path.join(cacheFolder, 'sql', `${subject}-${name}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (subject === 'toolbox') {
    const file = path.join(folder, 'tools.yaml');
    writeFileSync(file, config);
    const options = ['--config', file, '--disable-version-check', '--disable-reload', '--log-level', 'ERROR'];
    const command = (port) => [
      programs.toolbox,
      ...options,
      ...(port === undefined ? ['--stdio'] : ['--port', String(port)]),
    ];
    return { command, environment, cwd: folder };
  }
  if (subject === 'dbhub') {
    const file = path.join(folder, 'dbhub.toml');
    writeFileSync(file, config.replaceAll('$DSN', environment.DSN));
    const command = (port) => [
      programs.node,
      programs.dbhub,
      '--config',
      file,
      ...(port === undefined ? ['--transport', 'stdio'] : ['--transport', 'http', '--port', String(port)]),
    ];
    return { command, environment: {}, cwd: folder };
  }
  return prepareOurs(folder, { config, schema, environment, isKeptGoing });
}

/** Prepares the handwritten server of `limit.mjs`. */
export function prepareLimit(environment) {
  const script = path.join(import.meta.dirname, 'limit.mjs');
  return { command: () => [programs.node, script], environment, cwd: import.meta.dirname };
}

function prepareOurs(folder, { config, schema, environment, isKeptGoing }) {
  mkdirSync(path.join(folder, 'definitions'));
  writeFileSync(path.join(folder, 'definitions', 'server.mcp.yaml'), config);
  writeFileSync(path.join(folder, 'definitions', 'schema.sql'), schema);
  mkdirSync(path.join(folder, 'node_modules'));
  for (const driver of ['pg', 'mysql2', 'better-sqlite3']) {
    symlinkSync(path.join(root, 'node_modules', driver), path.join(folder, 'node_modules', driver));
  }
  // A link to the whole checkout would contain itself, and tools that follow links would never end.
  const own = path.join(folder, 'node_modules', 'create-mcp-from-schema');
  mkdirSync(own);
  for (const name of ['package.json', 'dist', 'templates']) symlinkSync(path.join(root, name), path.join(own, name));
  const started = performance.now();
  if (isKeptGoing) run(folder, ['generate', '--root', folder, '--database', '--keep-going'], environment, 1);
  else generate(folder, environment);
  run(folder, ['build', '--root', folder], environment);
  const server = path.join(folder, 'dist', 'server.mjs');
  const command = (port) => [programs.node, server, ...(port === undefined ? [] : ['--http', String(port)])];
  return { command, environment, cwd: folder, folder, milliseconds: performance.now() - started };
}

/** Generates a project of ours with its database at hand. Returns what it prints. */
export function generate(folder, environment) {
  return run(folder, ['generate', '--root', folder, '--database'], environment);
}

function run(cwd, args, environment, expected = 0) {
  const { status, stdout, stderr } = spawnSync(programs.node, [generator, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  if (status !== expected) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout + stderr;
}
