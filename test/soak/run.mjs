// Puts a mixed load on the conformance server over HTTP for a while, and shows whether memory, open handles and round trips stay
// the same: npm run soak [-- --minutes 30] [--clients 16]
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readArguments } from '../../build/read-arguments.mjs';
import { startServer } from '../conformance/start-server.mjs';
import { activities } from './activities.mjs';
import { openClient } from './http-client.mjs';

const { values } = readArguments({
  options: { minutes: { type: 'string', default: '30' }, clients: { type: 'string', default: '16' } },
});
const windows = 12;
const windowMs = (Number(values.minutes) * 60_000) / windows;
const names = Object.keys(activities);
const program = path.resolve(import.meta.dirname, '..', '..', 'dist', 'conformance', 'server.mjs');
const server = await startServer(program, false);
const counts = new Map(names.map((name) => [name, 0]));
const failures = new Map();
let roundTrips = [];
const end = performance.now() + windows * windowMs;

const clients = Array.from({ length: Number(values.clients) }, (_, index) => runClient(index));
const rows = [];
console.log('minutes    done   failed   memory   handles   p50 of a call       p99');
for (let window = 1; window <= windows; window += 1) {
  await new Promise((resolve) => setTimeout(resolve, windowMs));
  rows.push(readWindow(window));
}
await Promise.all(clients);
for (const [name, count] of counts) console.log(`${String(count).padStart(9)}  ${name}`);
for (const [message, count] of failures) console.log(`FAILED ${count} times: ${message}`);
const growth = judge();
server.stop();
process.exit(failures.size === 0 && growth.every(({ isFlat }) => isFlat) ? 0 : 1);

/** Does one thing after the other; each client begins with another one. */
async function runClient(first) {
  const client = openClient(server.url);
  for (let index = first; performance.now() < end; index += 1) {
    const name = names[index % names.length];
    const started = performance.now();
    try {
      await activities[name](client);
    } catch (error) {
      const message = `${name}: ${error.message}`;
      failures.set(message, (failures.get(message) ?? 0) + 1);
    }
    if (name === 'call') roundTrips.push(performance.now() - started);
    counts.set(name, counts.get(name) + 1);
  }
}

function readWindow(window) {
  const sorted = roundTrips.toSorted((left, right) => left - right);
  roundTrips = [];
  const row = {
    memory: Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    handles: readdirSync(`/proc/${server.pid}/fd`).length,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? NaN,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
  };
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const minutes = ((window * windowMs) / 60_000).toFixed(1);
  const cells = [
    minutes.padStart(7),
    String(done).padStart(7),
    String(failed).padStart(8),
    `${row.memory.toFixed(1)} MiB`.padStart(10),
    String(row.handles).padStart(7),
    `${row.p50.toFixed(2)} ms`.padStart(14),
    `${row.p99.toFixed(2)} ms`.padStart(12),
  ];
  console.log(cells.join(' '));
  return row;
}

/** Compares the last third with the second one: the first third is the time in which a server warms up. */
function judge() {
  const third = windows / 3;
  const mean = (figure, from) => rows.slice(from, from + third).reduce((sum, row) => sum + row[figure], 0) / third;
  return [
    { figure: 'memory', atMost: 1.1 },
    { figure: 'handles', atMost: 1.25 },
  ].map(({ figure, atMost }) => {
    const ratio = mean(figure, 2 * third) / mean(figure, third);
    const isFlat = ratio <= atMost;
    console.log(`${isFlat ? 'flat' : 'GROWS'}  ${figure}: ${ratio.toFixed(2)} times (at most ${atMost})`);
    return { isFlat };
  });
}
