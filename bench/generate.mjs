// What it costs to generate: everything anew, nothing changed, one tool changed. `npm run build`, then `node bench/generate.mjs`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const rounds = 3;
const cli = path.resolve(import.meta.dirname, '..', 'dist', 'generator', 'cli.js');
const base = measure([process.execPath, '-e', '0']);
printRow('', ['wall ms', 'beyond node', 'CPU ms']);
printRow('node -e 0', [base.wall, 0, base.processor]);
for (const count of [100, 1000]) reportCatalogue(count);

function reportCatalogue(count) {
  const root = mkdtempSync(path.join(tmpdir(), 'generate-'));
  const command = [process.execPath, cli, 'generate', '--root', root];
  mkdirSync(path.join(root, 'definitions'));
  const define = (changed) =>
    writeFileSync(path.join(root, 'definitions', 'catalogue.mcp.yaml'), describeCatalogue(count, changed));
  define(0);
  const anew = () =>
    ['generated', 'handlers'].forEach((folder) => rmSync(path.join(root, folder), { recursive: true, force: true }));
  report(`${count} tools, anew`, measure(command, anew));
  report(`${count} tools, nothing changed`, measure(command));
  report(`${count} tools, one changed`, measure(command, define));
  rmSync(root, { recursive: true });
}

/** Medians of a few runs; `prepare` is told which run it is, from 1. */
function measure(command, prepare = () => {}) {
  const runs = [];
  for (let round = 1; round <= rounds; round++) {
    prepare(round);
    runs.push(runProgram(command));
  }
  const median = (name) => runs.map((run) => run[name]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
  return { wall: median('wall'), processor: median('processor') };
}

/** Bash tells how long its children kept the processor busy. */
function runProgram(command) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1';
  const { stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (status !== 0) throw new Error(`This failed: ${command.join(' ')}`);
  const [wall, user, system] = stderr
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  return { wall, processor: user + system };
}

function report(name, { wall, processor }) {
  printRow(name, [wall, wall - base.wall, processor]);
}

function printRow(name, values) {
  const shown = values.map((value) => (typeof value === 'number' ? value.toFixed(0) : value));
  console.log(`  ${name.padEnd(28)}${shown.map((value) => value.padStart(12)).join('')}`);
}

/** Tools with eight properties each, and an output schema; no two are alike. */
function describeCatalogue(count, changed) {
  const tools = Array.from({ length: count }, (_, index) => describeTool(index, index === count / 2 ? changed : 0));
  return ['server: { name: catalogue, version: 1.0.0 }', 'tools:', ...tools, ''].join('\n');
}

function describeTool(index, changed) {
  return `  tool_${index}:
    title: Tool ${index}
    description: Does thing number ${index} with what it is given.
    inputSchema:
      type: object
      properties:
        name: { type: string, description: A name., minLength: 1, maxLength: ${100 + changed} }
        count: { type: integer, description: How many., minimum: 0, maximum: 1000, default: 10 }
        ratio: { type: number, description: A ratio. }
        enabled: { type: boolean, description: Whether it is on. }
        kind: { type: string, description: What kind., enum: [red, green, blue, kind${index}] }
        tags: { type: array, description: Some tags., items: { type: string, description: A tag. } }
        address: { type: object, description: Where., properties: { street: { type: string, description: Street. } } }
        note: { type: [string, 'null'], description: A note. }
      required: [name, count]
    outputSchema: { type: object, properties: { id: { type: string }, total: { type: number } }, required: [id] }`;
}
