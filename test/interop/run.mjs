// Lets libraries and proxies talk to a built server, over stdio and HTTP, and compares what works with the table of test/interop/README.md:
//   npm run clients [-- name …] [--write]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '../../build/read-arguments.mjs';
import { installPackages, nodeFile, nodePackage } from '../kit/install-packages.mjs';
import { startProgram } from '../platforms/run-program.mjs';
import { cells } from './cells.mjs';
import { clients, installedAsOf, nodeVersion, officialClients, titleOf } from './clients.mjs';
import { makeServer } from './make-server.mjs';
import { formatTable } from './table.mjs';

const page = path.resolve(import.meta.dirname, 'README.md');
const begin = '<!-- clients -->';

const { values, positionals } = readArguments({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !clients.some((client) => client.name === name));
if (unknown.length > 0) {
  console.error(`No client is called ${unknown.join(', ')}. Clients: ${clients.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}

if (values.write && positionals.length > 0) {
  console.error('--write needs all clients: leave the names out');
  process.exit(1);
}

const chosen = clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const home = await mkdtemp(path.join(tmpdir(), 'clients-'));
const node = await installNode();
const server = await makeServer(path.join(home, 'server'));
const listening = await startProgram(process.execPath, [server, '--http', '0'], { cwd: home });
const rows = [];
try {
  for (const client of chosen) {
    const folder = await installClient(client);
    for (const way of client.ways) {
      const row = await drive(client.driver, { ...placeOf(way), folder });
      rows.push({ client, way, row });
      report(client, way, row);
    }
  }
} finally {
  await listening.stop();
  await rm(home, { recursive: true, force: true });
}
finish();

async function installNode() {
  const folder = await installPackages(`node-${nodeVersion}`, [`${nodePackage}@${nodeVersion}`]);
  return path.join(folder, 'node_modules', nodePackage, nodeFile);
}

/** Installs a client, as npm would have done on the day of the matrix. */
function installClient({ name, version, driver, usesSdk, isLarge }) {
  const added = usesSdk ? Object.entries(officialClients) : [];
  const versions = [version, ...added.map((each) => each[1])].join('-');
  const packages = [[name, version], ...added].map((each) => each.join('@'));
  return installPackages(`client-${driver}-${versions}-${installedAsOf}`, packages, [
    `--before=${installedAsOf}`,
    ...(isLarge ? ['--omit=optional'] : []),
  ]);
}

function placeOf({ serve, sdk, options }) {
  const reached = serve === 'HTTP' ? { url: listening.url } : { command: process.execPath, args: [server] };
  return { ...reached, sdk, options };
}

/** Runs a driver in a group of processes of its own, of which nothing stays. */
async function drive(driver, place) {
  const quiet = { MCP_USE_ANONYMIZED_TELEMETRY: 'false', OPENAI_AGENTS_DISABLE_TRACING: '1', HOME: home };
  const child = fork(path.join(import.meta.dirname, 'drive.mjs'), [driver, JSON.stringify(place)], {
    execPath: node,
    env: { ...process.env, ...quiet },
    detached: true,
    silent: true,
  });
  let row;
  let told = '';
  child.on('message', (message) => (row = message));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += chunk));
  const [code] = await once(child, 'exit');
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing is left of the group.
  }
  const why = `The driver ended with ${code}:\n${told.trim().split('\n').slice(-12).join('\n')}`;
  return row ?? Object.fromEntries(cells.map(({ name }) => [name, { says: '✗', why }]));
}

/** Prints a row, and what happened at each ✗. A client that cannot be closed fails the run. */
function report(client, way, row) {
  console.log(`${titleOf(client, way).join(', ')}: ${cells.map(({ name }) => row[name].says).join(' ')}`);
  if (row.close?.why !== undefined) process.exitCode = 1;
  const reasons = new Set(Object.values(row).map(({ why }) => why));
  for (const why of reasons) if (why !== undefined) console.log(`${why}\n`);
}

/** Prints the table; writes it to the page, or compares each row with the page. */
function finish() {
  const table = formatTable(rows);
  console.log(`\n${table}`);
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf('<!-- /clients -->')];
  if (values.write) {
    const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    const day = new Date().toISOString().slice(0, 10);
    const about = `Measured with version ${version} on ${day}; packages as of ${installedAsOf}.`;
    writeFileSync(page, `${text.slice(0, from)}\n\n${about}\n\n${table}\n\n${text.slice(to)}`);
    return;
  }
  const written = withoutNumbers(text.slice(from, to));
  const other = withoutNumbers(table).filter((line) => !written.includes(line));
  if (other.length === 0) return;
  console.error(`\ntest/interop/README.md does not say this (npm run clients -- --write):\n${other.join('\n')}`);
  process.exitCode = 1;
}

/** Lines of a table and its footnotes, whatever their numbers and the widths of the columns, which depend on the other rows. */
function withoutNumbers(text) {
  return text
    .split('\n')
    .filter((line) => /^(?:\| [^-]|\d+\. )/u.test(line))
    .map((line) => line.replaceAll(/ \(\d+\)|^\d+\. /gu, '').replaceAll(/ +/gu, ' '));
}
