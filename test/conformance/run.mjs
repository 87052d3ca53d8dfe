// Runs the official conformance suite against the conformance server: node test/conformance/run.mjs [--set name] [--verbose]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '../../build/read-arguments.mjs';
import { formatReport, isGood } from './format-report.mjs';
import { runSet, scenarioSets } from './run-set.mjs';
import { startServer } from './start-server.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const program = path.join(root, 'dist', 'conformance', 'server.mjs');

const { values } = readArguments({
  options: { set: { type: 'string', multiple: true }, verbose: { type: 'boolean', default: false } },
});
const sets = scenarioSets.filter(({ name }) => values.set === undefined || values.set.includes(name));
const unknown = (values.set ?? []).filter((name) => !scenarioSets.some((set) => set.name === name));
if (unknown.length > 0) {
  console.error(`There is no set ${unknown.join(', ')}; there are ${scenarioSets.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
buildMissing();
const { openTool } = await import('../kit/open-tool.mjs');
const suite = await openTool('@modelcontextprotocol/conformance', '0.2.0-alpha.12');
const results = await runSets();
console.log(formatReport(results, values.verbose));
process.exit(results.every(isGood) ? 0 : 1);

async function runSets() {
  const output = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  const server = await startServer(program, values.verbose);
  try {
    const done = [];
    for (const set of sets) {
      done.push({ set, scenarios: await runSet(suite, server.url, set, path.join(output, set.name)) });
    }
    return done;
  } finally {
    server.stop();
    rmSync(output, { recursive: true, force: true });
  }
}

function buildMissing() {
  if (!existsSync(path.join(root, 'dist', 'generator'))) runScript('build');
  if (!existsSync(program)) runScript('servers');
}

function runScript(name) {
  const isWindows = process.platform === 'win32';
  const npm = isWindows ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['run', '--silent', name], { cwd: root, shell: isWindows, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
