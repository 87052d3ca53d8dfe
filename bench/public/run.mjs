// Compares servers that read Redis and call an API, at the load of 50 users:
// node bench/public/run.mjs [--only ours,sdk-v2] [--seconds 30] [--workers 2] [--installed] [--json <file>] [--judge]
// node bench/public/run.mjs --table | --profile [--only limit]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments } from '../../build/read-arguments.mjs';
import { describeMachine } from '../report/describe-machine.mjs';
import { compareResults } from './compare-results.mjs';
import { separateCores } from './cores.mjs';
import { measure } from './measure.mjs';
import { judge } from './report/judge.mjs';
import { printTable } from './report/table.mjs';
import { openServices } from './services/open-services.mjs';
import { buildShop, openSubject, prepareSubjects } from './subjects.mjs';
import { users } from './workload.mjs';

const { values } = readArguments({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '6' },
    'warm-up': { type: 'string', default: '10' },
    workers: { type: 'string', default: '1' },
    json: { type: 'string' },
    judge: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    installed: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});
const resultsFile = path.join(import.meta.dirname, 'results.json');
if (values.table) printResults();
else if (process.platform === 'linux') await run();
else fail('This benchmark runs on Linux only, because it reads CPU time and memory from /proc.');

function printResults() {
  if (existsSync(resultsFile)) console.log(printTable(JSON.parse(readFileSync(resultsFile, 'utf8'))));
  else fail('There are no results yet: run `node bench/public/run.mjs --json bench/public/results.json`.');
}

async function run() {
  // Child processes must end even if the benchmark is interrupted.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const names = choose(prepareSubjects(!values.installed));
  buildShop();
  const processes = Number(values.workers);
  const cores = separateCores(processes);
  const services = await openServices();
  const subjects = [];
  try {
    if (values.profile) {
      const { profileSubject } = await import('./report/profile.mjs');
      const chosen = values.only === undefined ? ['ours'] : names;
      for (const name of chosen) await profileSubject(name, { services, cores, seconds: Number(values.seconds) });
      return;
    }
    for (const name of names) {
      const environment = await services.openDatabase();
      subjects.push(await openSubject(name, { environment, prefix: cores.prefix, processes }));
    }
    const compared = await compareResults(subjects);
    report({ ...(await measureAll(subjects, services, cores)), compared });
  } finally {
    for (const { close } of subjects) close();
    await services.close();
  }
}

function choose(available) {
  const wanted = values.only?.split(',') ?? available;
  const missing = wanted.filter((name) => !available.includes(name));
  if (missing.length > 0) {
    fail(`No server is called ${missing.join(', ')}. Servers: ${available.join(', ')}.`);
    process.exit();
  }
  // Ratios need the first of them.
  return available.filter((name) => wanted.includes(name));
}

async function measureAll(subjects, services, cores) {
  const pace = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    warmUp: Number(values['warm-up']),
  };
  const figures = await measure(subjects, { ...pace, loadPids: services.pids() });
  const { isApart, text } = cores;
  return {
    ...describeMachine(),
    ...pace,
    users,
    workers: Number(values.workers),
    isApart,
    cores: text,
    subjects: figures,
  };
}

function report(results) {
  console.log(`${results.cores}\n\n${printTable(results)}`);
  for (const [name, { firstError }] of Object.entries(results.subjects)) {
    if (firstError !== undefined) console.log(`\n${name}: ${firstError}`);
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 1)}\n`);
  if (!values.judge) return;
  const verdicts = judge(results);
  console.log(`\n${verdicts.map(({ text }) => text).join('\n')}`);
  if (!verdicts.every(({ isMet }) => isMet)) process.exitCode = 1;
}

function fail(text) {
  console.log(text);
  process.exitCode = 1;
}
