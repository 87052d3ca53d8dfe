// Serves one project on every platform, and its packages with the platforms' own programs. Shows or checks the tables of
// test/platforms/README.md:
//   npm run platforms [-- name …] [--write]         "packages" is the name of the packages
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from '../../build/read-arguments.mjs';
import { checks, checkViewInWorker, checkWorker } from './checks.mjs';
import { openManagers } from './managers.mjs';
import { checkPackages } from './packages.mjs';
import { makeProjectFolder } from './project.mjs';
import { openMiniflare, openRuntimes } from './runtimes.mjs';

const root = path.resolve(import.meta.dirname, '../..');

const { values, positionals } = readArguments({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rows = [];
const problems = [];
const folder = makeProjectFolder();
const runtimes = await openRuntimes(positionals);
for (const runtime of runtimes) rows.push(await checkPlatform(runtime));
if (positionals.length === 0 || positionals.includes('workerd')) rows.push(await checkWorkerd(runtimes[0]));
for (const manager of await openManagers(positionals)) rows.push(await checkPlatform(manager));
const packages =
  positionals.length === 0 || positionals.includes('packages')
    ? await checkPackages(path.join(folder, 'packages'))
    : undefined;
await rm(folder, { recursive: true, force: true });

problems.push(...(packages?.problems ?? []));
if (rows.length > 0)
  showTable(
    ['', ...checks.map(({ name }) => name)],
    rows,
    'test/platforms/README.md',
    'platforms',
    positionals.length === 0,
  );
if (packages) {
  const head = ['target', 'started with', 'official clients', 'checked by the platform'];
  showTable(head, packages.rows, 'test/platforms/README.md', 'packages', true);
}
for (const problem of problems) console.log(`\n${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

/** Prints a table, and compares it with the one between two comments of a page when it is whole. */
function showTable(head, lines, page, mark, isWhole) {
  const table = formatTable(head, lines);
  console.log(`${table}\n`);
  if (!isWhole) return;
  const file = path.join(root, page);
  const text = readFileSync(file, 'utf8');
  const begin = `<!-- ${mark} -->`;
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(`<!-- /${mark} -->`)];
  if (values.write) writeFileSync(file, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`);
  else if (text.slice(from, to).trim() !== table) {
    problems.push(`${page} has another table: npm run platforms -- --write`);
  }
}

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
    problems.push(`${title}: ${error.message}`);
    return '✗';
  }
}

function formatTable(head, lines) {
  const widths = head.map((title, at) => Math.max(...lines.map((line) => line[at].length), 3, title.length));
  const format = (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...lines.map(format)].join('\n');
}
