// Mutates the protocol files and counts the mutants that the tests notice:
// npm run mutate [folder …] [--every <n>] [--tests <most tests for a mutant>] [--incremental] [--concurrency <processes>]
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readArguments } from '../../build/read-arguments.mjs';
import { installPackages } from '../kit/install-packages.mjs';
import { isChosen } from './choose-mutants.mjs';
import { protocolFiles, testedElsewhere } from './protocol-files.mjs';

const reports = 'dist/mutation';
const { values, positionals } = readArguments({
  allowPositionals: true,
  options: {
    incremental: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    tests: { type: 'string', default: 'Infinity' },
    concurrency: { type: 'string', default: '2' },
  },
});
const unknown = positionals.filter((folder) => !(folder in protocolFiles));
if (unknown.length > 0) {
  console.error(`No such folder: ${unknown.join(', ')}. There are: ${Object.keys(protocolFiles).join(', ')}.`);
  process.exit(2);
}
const folders = positionals.length > 0 ? positionals : Object.keys(protocolFiles);
const started = Date.now();

// For the test runner, which Stryker starts in other processes.
process.env.MUTATION_TESTS = values.tests;
process.env.MUTATION_EVERY = values.every;
process.chdir(path.resolve(import.meta.dirname, '..', '..'));
const { Stryker } = await openStryker();
await new Stryker({
  mutate: [...folders.map((folder) => protocolFiles[folder]), ...testedElsewhere.map((file) => `!${file}`)],
  testRunner: 'protocol',
  plugins: [path.resolve('test/mutation/test-runner.mjs')],
  buildCommand: 'node test/mutation/bundle-tests.mjs',
  coverageAnalysis: 'perTest',
  concurrency: Number(values.concurrency),
  incremental: values.incremental,
  incrementalFile: `${reports}/incremental.json`,
  ignorePatterns: ['/dist', '/bench', '/generated', '/definitions', '/docs', '/templates', '/coverage'],
  tempDirName: `${reports}/sandbox`,
  // Stryker reads it with an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  dryRunTimeoutMinutes: 30,
  timeoutMS: 30_000,
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `${reports}/report.json` },
  htmlReporter: { fileName: `${reports}/report.html` },
  allowConsoleColors: false,
}).runMutationTest();

const { files } = JSON.parse(await readFile(`${reports}/report.json`, 'utf8'));
const mutants = Object.entries(files).flatMap(([file, { mutants }]) =>
  mutants.filter(({ id }) => isChosen(id)).map(({ status }) => ({ folder: folderOf(file), status })),
);
const empty = folders.filter((name) => !mutants.some(({ folder }) => folder === name));
const rows = [
  ...folders.map((folder) => [folder, mutants.filter((mutant) => mutant.folder === folder)]),
  ['all', mutants],
];
console.log(row('folder', ['mutants', 'noticed', 'survived', 'score']));
for (const [name, chosen] of rows) {
  const count = (...wanted) => chosen.filter(({ status }) => wanted.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  const score = ((100 * noticed) / Math.max(1, noticed + survived)).toFixed(1);
  console.log(row(name, [noticed + survived, noticed, survived, `${score} %`]));
}
console.log(`${Math.round((Date.now() - started) / 1000)} s. Survivors: ${reports}/report.html`);
if (empty.length > 0) {
  console.error(`No mutant of the sample is in ${empty.join(', ')}.`);
  process.exitCode = 1;
}

/** The name in `protocolFiles` of the first pattern that matches a file. */
function folderOf(file) {
  const matches = ([, glob]) => {
    const parts = [...glob.matchAll(/[{},*]|[^{},*]+/gu)].map(
      ([part]) => ({ '{': '(?:', ',': '|', '}': ')', '*': '[^/]*' })[part] ?? part.replaceAll('.', String.raw`\.`),
    );
    return new RegExp(`^${parts.join('')}$`, 'u').test(file);
  };
  return Object.entries(protocolFiles).find(matches)?.[0];
}

/** Stryker, which is installed on first use. */
async function openStryker() {
  const version = '9.6.1';
  const folder = await installPackages(`stryker-${version}`, [`@stryker-mutator/core@${version}`]);
  return import(pathToFileURL(path.join(folder, 'node_modules/@stryker-mutator/core/dist/src/index.js')));
}

function row(name, cells) {
  return name.padEnd(14) + cells.map((cell) => String(cell).padStart(10)).join('');
}
