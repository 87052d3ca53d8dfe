import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Coverage } from './engine/coverage.js';
import { readCorpus, writeCorpus } from './engine/corpus.js';
import { watchEscaped } from './engine/escaped-errors.js';
import { fuzzTarget, type Find, type Tally } from './engine/fuzz-target.js';
import { Random } from './engine/random.js';
import { watchReports } from './engine/watch-reports.js';
import { targets } from './all-targets.js';

/** How the program was called. */
interface Arguments {
  readonly names: readonly string[];
  readonly minutes: number;
  readonly seed: number;
}

const corpusFolder = path.resolve(import.meta.dirname, '../../test/fuzz/corpus');

/** @throws Error that says how to call it. */
function readArguments(given: readonly string[]): Arguments {
  const names: string[] = [];
  const numbers = { minutes: 1, seed: Date.now() % 1_000_000 };
  for (let at = 0; at < given.length; at += 1) {
    const option = given[at] ?? '';
    if (option !== '--minutes' && option !== '--seed') {
      names.push(option);
      continue;
    }
    at += 1;
    const value = Number(given[at]);
    if (!(value >= 0)) throw new Error(`${option} needs a number.`);
    numbers[option === '--seed' ? 'seed' : 'minutes'] = value;
  }
  const known = targets.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no target "${unknown}". Targets: ${known.join(', ')}.`);
  return { names: names.length > 0 ? names : known, ...numbers };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<void> {
  const { names, minutes, seed } = readArguments(process.argv.slice(2));
  print(`seed ${seed}, ${minutes} min for ${names.join(', ')}`);
  watchEscaped();
  watchReports();
  const coverage = new Coverage(pathToFileURL(import.meta.filename).href);
  let found = 0;
  for (const target of targets.filter(({ name }) => names.includes(name))) {
    const started = performance.now();
    const tally = await fuzzTarget(target, {
      random: new Random(seed),
      milliseconds: (minutes * 60_000) / names.length,
      coverage,
      corpus: readCorpus(corpusFolder, target.name).map(({ input }) => input as never),
      onFind: (find) => printFind(target.name, find),
    });
    found += tally.finds.length;
    printTally(target.name, tally, (performance.now() - started) / 1000);
  }
  process.exit(found > 0 ? 1 : 0);
}

function printFind(target: string, { invariant, message, input }: Find): void {
  const file = writeCorpus(corpusFolder, target, invariant, input);
  print(`FOUND in ${target}: ${message}\n  smallest input: ${path.relative(process.cwd(), file)}`);
}

function printTally(target: string, { inputs, units, kept, finds }: Tally, seconds: number): void {
  const rate = Math.round(units / seconds);
  print(
    `${target}: ${inputs} inputs with ${units} units in ${Math.round(seconds)} s (${rate}/s), ${kept} kept, ${finds.length} found`,
  );
}

await main();
