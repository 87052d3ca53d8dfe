// Load test: node test/load/run.mjs [--minutes 5] [--sessions 2000] [--rate 200] [--json <file>]
//   | --soak [--minutes 30] [--hours 24] [--rate 30] | --workers [--rounds 8]
import { readArguments } from '../../build/read-arguments.mjs';
import { measureNodes } from './measure-nodes.mjs';
import { measureSoak } from './measure-soak.mjs';
import { measureWorkers } from './measure-workers.mjs';
import { writeResults } from './write-results.mjs';

const { values } = readArguments({
  options: {
    /** Default: 5, with `--soak` 30. */
    minutes: { type: 'string' },
    /** Of each node. */
    sessions: { type: 'string', default: '2000' },
    /** Calls per second; with `--soak` activities, which have several. Default: 200, with `--soak` 30. */
    rate: { type: 'string' },
    /** Lets sessions and tasks come, go and expire, instead of loading several nodes. */
    soak: { type: 'boolean', default: false },
    /** Hours that the minutes of `--soak` stand for. */
    hours: { type: 'string', default: '24' },
    /** Compares two workers with one, instead of loading several nodes. */
    workers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '8' },
    /** File for the results. */
    json: { type: 'string' },
  },
});
if (process.platform !== 'linux') throw new Error('The load test reads /proc: it needs Linux.');
values.minutes ??= values.soak ? '30' : '5';
values.rate ??= values.soak ? '30' : '200';
const [minutes, hours] = ['minutes', 'hours'].map((name) => readNumber(name));
const [sessions, rate, rounds] = ['sessions', 'rate', 'rounds'].map((name) => readNumber(name, 'whole '));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const runs = {
  nodes: () => measureNodes({ minutes, sessions, rate }),
  soak: () => measureSoak({ minutes, hours, rate }),
  workers: () => measureWorkers(rounds),
};
const run = values.workers ? 'workers' : values.soak ? 'soak' : 'nodes';
const result = await runs[run]();
if (values.json !== undefined) await writeResults(values.json, run, result);
process.exit(result.goals.every(({ isMet }) => isMet) ? 0 : 1);

function readNumber(name, kind = '') {
  const value = Number(values[name]);
  if (value > 0 && (kind === '' ? Number.isFinite(value) : Number.isSafeInteger(value))) return value;
  console.error(`--${name} must be a ${kind}number above 0, not ${values[name]}.`);
  return process.exit(1);
}
