// Serves one project on every platform, and shows or checks the table of the README:
//   npm run platforms [-- name …] [--write]
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checks, checkViewInWorker, checkWorker } from './checks.mjs';
import { openManagers } from './managers.mjs';
import { makeProjectFolder } from './project.mjs';
import { openMiniflare, openRuntimes } from './runtimes.mjs';

const readme = path.resolve(import.meta.dirname, '../../README.md');
const [begin, end] = ['<!-- platforms -->', '<!-- /platforms -->'];

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rows = [];
const faults = [];
const folder = makeProjectFolder();
const runtimes = await openRuntimes(positionals);
for (const runtime of runtimes) rows.push(await checkPlatform(runtime));
if (positionals.length === 0 || positionals.includes('workerd')) rows.push(await checkWorkerd(runtimes[0]));
for (const manager of await openManagers(positionals)) rows.push(await checkPlatform(manager));
await rm(folder, { recursive: true, force: true });

const table = formatTable(rows);
console.log(table);
for (const fault of faults) console.log(`\n${fault}`);
const text = readFileSync(readme, 'utf8');
const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
const isTrue = text.slice(from, to).trim() === table;
if (values.write) writeFileSync(readme, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`);
else if (positionals.length === 0 && !isTrue) faults.push('README.md has another table: npm run platforms -- --write');
process.exit(faults.length > 0 ? 1 : 0);

/** A row: the name, and for each column what came out. */
async function checkPlatform(platform) {
  const row = [platform.name];
  const project = projectOf(platform);
  for (const { name, check } of checks)
    row.push(await attempt(`${platform.name}, ${name}`, () => check(platform, project)));
  return row;
}

/** The row of workerd, which serves the project of a runtime. */
async function checkWorkerd(runtime) {
  const { name, root } = await openMiniflare();
  const result = await attempt(name, async () => {
    await checkWorker(root, projectOf(runtime));
    await checkViewInWorker(root, path.join(folder, 'view'));
  });
  return [name, ...checks.slice(1).map(() => '–'), result];
}

function projectOf({ name, project }) {
  return path.join(folder, name, project);
}

async function attempt(title, check) {
  try {
    await check();
    return '✓';
  } catch (error) {
    faults.push(`${title}: ${error.message}`);
    return '✗';
  }
}

function formatTable(lines) {
  const head = ['', ...checks.map(({ name }) => name)];
  const widths = head.map((title, at) => Math.max(...[head, ...lines].map((line) => line[at].length), 3, title.length));
  const format = (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...lines.map(format)].join('\n');
}
