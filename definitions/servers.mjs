// Generates, checks or builds the example servers: node definitions/servers.mjs generate|check|build [server …]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Settings for coverage, which needs source maps, and unminified code to see branches. */
const isMeasured = process.env.COVERAGE_FOLDER !== undefined;

/** Servers whose docs page is a sample in `docs/samples/`. */
const sampled = new Set(['birds', 'bookshop', 'greeter', 'knowledge-graph', 'library', 'petstore', 'shop']);

const [command, ...named] = process.argv.slice(2);
const servers = readdirSync(path.join(root, 'definitions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (named.length === 0 || named.includes(entry.name)))
  .map(({ name }) => name);

for (const server of servers) {
  if (command === 'build') await buildServer(server);
  else if (command === 'generate' || command === 'check') {
    generate(server, command === 'check');
    if (sampled.has(server)) document(server, command === 'check');
  } else throw new Error('Say generate, check or build.');
}

/** Generates a server into `generated/`, or checks that it is up to date. */
function generate(server, isCheck) {
  runCli('generate', server, ['--strict', '--lint'], isCheck);
}

/** Writes the docs page of a server into `docs/samples/`, or checks it. */
function document(server, isCheck) {
  runCli('docs', server, ['--out', `docs/samples/${server}`, '--force'], isCheck);
}

/** Runs a CLI command on an example server; exits if it fails. */
function runCli(command, server, more, isCheck) {
  const definitions = `definitions/${server}`;
  const folders = [
    '--definitions',
    definitions,
    '--handlers',
    `${definitions}/handlers`,
    '--generated',
    `generated/${server}`,
  ];
  const cli = path.join(root, 'dist', 'generator', 'cli.js');
  if (!existsSync(cli)) throw new Error('Run `npm run build` first.');
  const options = [command, '--root', root, ...folders, ...more, ...(isCheck ? ['--check'] : [])];
  const { status } = spawnSync(process.execPath, [cli, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Bundles a server to `dist/<server>/server.mjs`. */
async function buildServer(server) {
  const { bundleServer, writeServer } = await import('../dist/generator/tools/build/build-server.js');
  const project = { root, out: `generated/${server}`, dist: `dist/${server}`, minify: !isMeasured };
  const options = { ...project, sourcemap: isMeasured ? 'all' : true, external: [], bundled: [] };
  const bundle = await bundleServer(options);
  if (!bundle.ok) throw new Error(bundle.diagnostics.map(({ message }) => message).join('\n'));
  await writeServer(options, bundle.result, bundle.outside);
  await createDatabase(server);
}

/** Creates the database `dist/<server>/<server>.db` of a server that has a script for it. */
async function createDatabase(server) {
  const script = path.join(root, 'definitions', server, 'create-database.mjs');
  if (!existsSync(script)) return;
  const created = await import(pathToFileURL(script).href);
  try {
    await created.createDatabase(path.join(root, 'dist', server, `${server}.db`));
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    console.error(`The database of ${server} needs Node 22.13 or later, or \`npm install --no-save better-sqlite3\`.`);
  }
}
