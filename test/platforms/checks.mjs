import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ask } from './ask.mjs';
import { fillProject, questions } from './project.mjs';
import { runProgram, startProgram } from './run-program.mjs';

const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
const expected = questions.map(({ answer }) => answer);
const input = `${questions.map(({ request }) => JSON.stringify(request)).join('\n')}\n`;

/**
 * What is checked of a runtime: the columns of the table. Each throws an Error when something is not as it must be.
 *
 * @type {readonly { name: string, check(runtime: import('./runtimes.mjs').Runtime, folder: string): Promise<void> }[]}
 */
export const checks = [
  { name: 'commands', check: checkCommands },
  { name: 'stdio', check: checkStdio },
  { name: 'HTTP', check: checkHttp },
  { name: '`fetch`', check: checkFetch },
];

/** Scaffolds, generates, checks, builds, and serves with `dev`. */
async function checkCommands({ program, run }, folder) {
  const env = { PATH: `${path.dirname(program)}${path.delimiter}${process.env['PATH']}` };
  const runCli = (args, cwd, stdin) => runProgram(program, [...run, cli, ...args], { cwd, env, input: stdin });
  const project = path.join(folder, 'project');
  assertQuiet(await runCli(['project', '--yes'], folder));
  // Everything that is about the sample.
  for (const part of ['definitions', 'handlers/tools', 'test']) rmSync(path.join(project, part), { recursive: true });
  fillProject(project);
  for (const command of [['generate'], ['generate', '--check'], ['build']]) {
    assertQuiet(await runCli(command, project));
  }
  // `dev` declares more capabilities than the server: lists change while it runs.
  checkAnswers((await runCli(['dev'], project, input)).out, 1);
}

/** Serves the built server on standard input and output, which writes nothing else. */
async function checkStdio({ program, run }, folder) {
  const cwd = path.join(folder, 'project');
  const { out, error } = await runProgram(program, [...run, 'dist/server.mjs'], { cwd, input });
  checkAnswers(out);
  assert.equal(error, '');
}

/** Serves the built server over HTTP, and ends at SIGTERM. */
async function checkHttp({ program, run }, folder) {
  const cwd = path.join(folder, 'project');
  const server = await startProgram(program, [...run, 'dist/server.mjs', '--http', '0'], { cwd });
  try {
    await askAddress(server.url);
  } finally {
    assert.match(await server.stop(), /^Listening on \S+\n$/u);
  }
}

/** Serves `generated/web.ts` as the runtime serves such modules; a runtime that does not is asked in a script. */
async function checkFetch({ program, serve, run }, folder) {
  const cwd = path.join(folder, 'project');
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
 * @param {string} folder
 */
export async function checkWorker(miniflare, folder) {
  const { Miniflare } = await import(pathToFileURL(path.join(miniflare, 'dist', 'src', 'index.js')).href);
  const script = readFileSync(await bundleWeb(path.join(folder, 'project')), 'utf8');
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-01-01' });
  try {
    await askAddress('http://127.0.0.1/mcp', (url, init) => worker.dispatchFetch(url, init));
  } finally {
    await worker.dispose();
  }
}

/** Bundles `generated/web.ts`; gives the path of the module. */
async function bundleWeb(project) {
  const outfile = path.join(project, 'dist', 'web.mjs');
  const entryPoints = [path.join(project, 'generated', 'web.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', logLevel: 'silent' });
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
    .map((line) => JSON.parse(line));
  assert.deepEqual(answers.slice(first), expected.slice(first));
}

/** Fails where a runtime complained. */
function assertQuiet({ out, error }) {
  assert.doesNotMatch(`${out}${error}`, /warning|error|deprecat/iu);
}
