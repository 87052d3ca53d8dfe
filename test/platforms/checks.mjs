import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ask } from './ask.mjs';
import { makeProject, questions } from './project.mjs';
import { runProgram, startProgram } from './run-program.mjs';
import { makeViewProject, viewQuestions } from './view-project.mjs';

const expected = questions.map(({ answer }) => answer);
const input = `${questions.map(({ request }) => JSON.stringify(request)).join('\n')}\n`;

/**
 * A runtime or a package manager.
 *
 * @typedef {object} Platform
 * @property {string} name with its version
 * @property {string} program path of the program that runs JavaScript
 * @property {readonly string[]} run arguments before a script
 * @property {readonly string[]} [serve] arguments before a module that exports `fetch`, where the program serves it by itself
 * @property {string} [agent] name by which it makes itself known to the programs that it starts
 * @property {string} project path of the project in its folder
 * @property {(project: string) => unknown} install installs the packages of a project
 * @property {(command: readonly string[], project: string, input?: string) => Promise<{ out: string, error: string }>} runCommand runs the command line as it is installed in a project
 */

/**
 * What is checked of a platform: the columns of the table. Each throws an Error when something is not as it must be.
 *
 * @type {readonly { name: string, check(platform: Platform, project: string): Promise<void> }[]}
 */
export const checks = [
  { name: 'commands', check: checkCommands },
  { name: 'stdio', check: checkStdio },
  { name: 'HTTP', check: checkHttp },
  { name: '`fetch`', check: checkFetch },
];

/** Scaffolds, installs, generates, checks, builds, examines, and serves with `dev`. */
async function checkCommands(platform, project) {
  assertQuiet(await makeProject(platform, project));
  await platform.install(project);
  for (const command of [['generate'], ['generate', '--check'], ['build']]) {
    assertQuiet(await platform.runCommand(command, project));
  }
  const { out } = await platform.runCommand(['doctor'], project);
  assert.doesNotMatch(out, /^FAIL|not installed|not built|differ/mu);
  const definition = readFileSync(path.join(project, 'definitions', 'greeter.mcp.yaml'), 'utf8');
  const [, schema] = /\$schema=(\S+)/u.exec(definition);
  JSON.parse(readFileSync(path.join(project, 'definitions', schema), 'utf8'));
  // `dev` declares more capabilities than the server: lists change while it runs.
  checkAnswers((await platform.runCommand(['dev'], project, input)).out, 1);
}

/** Serves the built server on stdin and stdout, which writes nothing else. */
async function checkStdio({ program, run }, cwd) {
  const { out, error } = await runProgram(program, [...run, 'dist/server.mjs'], { cwd, input });
  checkAnswers(out);
  assert.equal(error, '');
}

/** Serves the built server over HTTP, and ends at SIGTERM. */
async function checkHttp({ program, run }, cwd) {
  const server = await startProgram(program, [...run, 'dist/server.mjs', '--http', '0'], { cwd });
  try {
    await askAddress(server.url);
  } finally {
    assert.match(await server.stop(), /^Listening on \S+\n$/u);
  }
}

/** Serves `generated/web.ts` as the runtime serves such modules; a runtime that does not is asked in a script. */
async function checkFetch({ program, serve, run }, cwd) {
  if (serve === undefined) {
    const script = path.join(import.meta.dirname, 'ask-fetch.mjs');
    return checkAnswers((await runProgram(program, [...run, script, await bundleWeb(cwd), input], { cwd })).out);
  }
  const server = await startProgram(program, [...serve, 'generated/web.ts'], { cwd, env: { PORT: '0' } });
  try {
    await askAddress(new URL('/mcp', server.url));
  } finally {
    await server.stop();
  }
}

/**
 * Serves `generated/web.ts` in workerd, as Cloudflare Workers do.
 *
 * @param {string} miniflare path of the package that starts it
 * @param {string} project
 */
export async function checkWorker(miniflare, project) {
  const script = readFileSync(await bundleWeb(project), 'utf8');
  await useWorker(miniflare, script, (post) => askAddress(workerAddress, post));
}

/**
 * Serves what `build --web` makes of a server with a view in workerd: the page of the view is in it.
 *
 * @param {string} miniflare path of the package that starts it
 * @param {string} project folder of the project, which is made there
 */
export async function checkViewInWorker(miniflare, project) {
  await makeViewProject(project);
  const script = readFileSync(path.join(project, 'dist', 'web.mjs'), 'utf8');
  const [, answer] = await useWorker(miniflare, script, (post) => ask(workerAddress, viewQuestions, post));
  assert.match(answer.result.contents[0].text, /^<!doctype html>[^]*page of a card/u);
}

const workerAddress = 'http://127.0.0.1/mcp';

/** Starts a module in workerd, for as long as a function needs it. */
async function useWorker(miniflare, script, use) {
  const { Miniflare } = await import(pathToFileURL(path.join(miniflare, 'dist', 'src', 'index.js')).href);
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-01-01' });
  try {
    return await use((url, init) => worker.dispatchFetch(url, init));
  } finally {
    await worker.dispose();
  }
}

/** Bundles `generated/web.ts`; gives the path of the module. */
async function bundleWeb(project) {
  const outfile = path.join(project, 'dist', 'web.mjs');
  const entryPoints = [path.join(project, 'generated', 'web.ts')];
  await build({ absWorkingDir: project, entryPoints, outfile, bundle: true, format: 'esm', logLevel: 'silent' });
  return outfile;
}

/** Posts every question to a server, and holds its answers against what they must be. */
async function askAddress(url, post) {
  const requests = questions.map(({ request }) => request);
  assert.deepEqual(await ask(url, requests, post), expected);
}

/** @param first number of the first answer that is compared */
function checkAnswers(out, first = 0) {
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    // Calls that are answered at once may overtake others.
    .toSorted((one, other) => one.id - other.id);
  assert.deepEqual(answers.slice(first), expected.slice(first));
}

/** Fails where a runtime complained. */
function assertQuiet({ out, error }) {
  assert.doesNotMatch(`${out}${error}`, /warning|error|deprecat/iu);
}
