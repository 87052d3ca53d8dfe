import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../../drive/median.mjs';
import { openClient } from '../client.mjs';
import { hotelStatements, readConfig, readError } from '../hotels.mjs';
import { readTree, readTreeMemory } from '../processes.mjs';
import { writeConfig } from '../probes.mjs';
import { prepareLimit, prepareServer, subjectNames } from '../subjects.mjs';

const rounds = 7;
const roundMs = 700;
const warmUpMs = 3000;

const lookUp = {
  name: 'get_hotel',
  parameters: { id: 'integer' },
  statement: 'select id, name, location, price_tier, checkin_date, checkout_date from hotels where id = {{id}}',
};

/**
 * CPU time of the server per call and p50, for a row by its key; servers take turns. `limit` is a handwritten server, on
 * PostgreSQL and stdio only.
 */
export async function measureSpeed({ databases, engines, waitMinutes }) {
  await waitForQuiet(waitMinutes);
  const found = [];
  for (const engine of engines) {
    const environment = await databases[engine].create('speed', hotelStatements(engine));
    const schema = readConfig(engine, 'schema.sql');
    const servers = {};
    for (const subject of subjectNames) {
      const config = writeConfig(subject, engine, [lookUp], { maxConnections: 10 });
      servers[subject] = prepareServer(subject, `speed-${engine}`, { config, schema, environment });
    }
    const starts = await measureStarts(servers);
    for (const transport of ['stdio', 'http']) {
      const limit = transport === 'stdio' && engine === 'postgres' ? { limit: prepareLimit(environment) } : {};
      const measured = await measureTransport({ ...limit, ...servers }, transport);
      for (const subject of Object.keys(measured)) {
        found.push({ engine, subject, transport, ...measured[subject], ...starts[subject], load: loadavg()[0] });
      }
    }
  }
  return found;
}

/** Waits for a load below 2. */
async function waitForQuiet(waitMinutes) {
  for (let minute = 0; minute < waitMinutes && loadavg()[0] >= 2; minute += 0.25) await sleep(15_000);
}

/** Milliseconds from the start of the process to the first row over stdio. */
async function measureStarts(servers) {
  const times = Object.fromEntries(subjectNames.map((subject) => [subject, []]));
  for (let round = 0; round < 5; round += 1) {
    for (const subject of subjectNames) {
      const started = performance.now();
      const client = await openClient(servers[subject], 'stdio');
      await client.call('get_hotel', { id: 1 });
      times[subject].push(performance.now() - started);
      await client.close();
    }
  }
  return Object.fromEntries(subjectNames.map((subject) => [subject, { startMs: Math.round(median(times[subject])) }]));
}

async function measureTransport(servers, transport) {
  const names = Object.keys(servers);
  const clients = {};
  for (const subject of names) clients[subject] = await openClient(servers[subject], transport);
  const results = Object.fromEntries(names.map((subject) => [subject, {}]));
  for (const subject of names) await run(clients[subject], 32, warmUpMs);
  for (const inFlight of [1, 32]) {
    const samples = Object.fromEntries(names.map((subject) => [subject, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of names) samples[subject].push(await measureRound(clients[subject], inFlight));
    }
    for (const subject of names) {
      const pick = (key) => Math.round(median(samples[subject].map((sample) => sample[key])));
      results[subject][`in${inFlight}`] = {
        cpuMicros: pick('cpu'),
        p50Micros: pick('p50'),
        callsPerSecond: pick('rate'),
      };
    }
  }
  for (const subject of names) {
    results[subject].memoryMiB = Math.round(readTreeMemory(clients[subject].pid));
    await clients[subject].close();
  }
  return results;
}

async function measureRound(client, inFlight) {
  const before = readTree(client.pid);
  const { calls, times, milliseconds } = await run(client, inFlight, roundMs);
  return {
    cpu: (readTree(client.pid) - before) / calls,
    p50: median(times) * 1000,
    rate: (calls / milliseconds) * 1000,
  };
}

/** Keeps calls in flight for a while. */
async function run(client, inFlight, duration) {
  const started = performance.now();
  const times = [];
  const call = async (index) => {
    for (let id = index; performance.now() - started < duration; id += 1) {
      const sent = performance.now();
      const reply = await client.call('get_hotel', { id: (id % 10) + 1 });
      if (readError(reply) !== undefined) throw new Error(readError(reply));
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_unused, index) => call(index)));
  return { calls: times.length, times, milliseconds: performance.now() - started };
}
