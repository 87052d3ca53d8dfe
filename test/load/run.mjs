// Load test: node test/load/run.mjs [--minutes 5] [--sessions 2000] [--rate 200] | --workers [--rounds 8]
import { parseArgs } from 'node:util';
import { measureNodes } from './measure-nodes.mjs';
import { measureWorkers } from './measure-workers.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    /** Of each node. */
    sessions: { type: 'string', default: '2000' },
    /** Calls per second. */
    rate: { type: 'string', default: '200' },
    /** Compares two workers with one, instead of loading several nodes. */
    workers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '8' },
  },
});
if (process.platform !== 'linux') throw new Error('The load test reads /proc: it needs Linux.');
const minutes = readNumber('minutes');
const [sessions, rate, rounds] = ['sessions', 'rate', 'rounds'].map((name) => readNumber(name, 'whole '));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const isGood = values.workers ? await measureWorkers(rounds) : await measureNodes({ minutes, sessions, rate });
process.exit(isGood ? 0 : 1);

function readNumber(name, kind = '') {
  const value = Number(values[name]);
  if (value > 0 && (kind === '' ? Number.isFinite(value) : Number.isSafeInteger(value))) return value;
  console.error(`--${name} must be a ${kind}number above 0, not ${values[name]}.`);
  return process.exit(1);
}
