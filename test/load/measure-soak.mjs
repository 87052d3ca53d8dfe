import { setTimeout as sleep } from 'node:timers/promises';
import { buildNode } from './build-servers.mjs';
import { judge, printTable } from './print-table.mjs';
import { raiseFileLimit } from './raise-file-limit.mjs';
import { startCluster } from './start-cluster.mjs';

/** Defaults of the server that the soak test makes shorter, in milliseconds. */
const sessionIdleMs = 30 * 60_000;
const taskMs = 60 * 60_000;
/** Milliseconds after which everything has expired: ended streams, which the server keeps for five minutes, and some more. */
const expiryMs = 6.5 * 60_000;
const files = 8000;
/** Keys that the first activity leaves for good or for an hour: those of the queue, of the changes, and of the seal of tasks. */
const stayingKeys = 20;

/** How much each figure may grow after the first third, as part of its mean, and how much it may grow at least. */
const tolerances = [
  { name: 'heap', unit: 'MiB', share: 0.05, least: 1 },
  { name: 'rss', unit: 'MiB', share: 0.1, least: 5 },
  { name: 'files', unit: '', share: 0.1, least: 15 },
  { name: 'resources', unit: '', share: 0.1, least: 15 },
  { name: 'keys', unit: '', share: 0.1, least: 50 },
  { name: 'stored', unit: 'MiB', share: 0.1, least: 1 },
];

/**
 * Lets sessions, subscriptions and tasks come, go and expire, with the lifetimes of a day in some minutes; then waits until everything has
 * expired. Shows whether processes and Redis grow.
 *
 * @param {{ minutes: number, hours: number, rate: number }} plan `hours` that the minutes stand for; `rate` in activities per second.
 * @returns {Promise<{ figures: object, goals: object[] }>}
 */
export async function measureSoak({ minutes, hours, rate }) {
  raiseFileLimit(files);
  const scale = minutes / (hours * 60);
  const environment = { LOAD_SESSION_IDLE_MS: String(Math.max(5000, Math.round(sessionIdleMs * scale))) };
  const program = buildNode(Math.max(20_000, Math.round(taskMs * scale)));
  const cluster = await startCluster(program, { streams: files / 2, environment });
  try {
    await cluster.startWorkers();
    const base = await readSample(cluster);
    const all = minutes * 60_000;
    const isLong = all > 2 * expiryMs;
    const milliseconds = isLong ? all - expiryMs : all;
    const end = isLong ? 'then nothing' : 'too short to see everything expire';
    console.log(
      `3 nodes, ${rate} activities/s for ${(milliseconds / 60_000).toFixed(1)} minutes, ${end}; sessions expire after ` +
        `${environment.LOAD_SESSION_IDLE_MS} ms\n\nminute  ${tolerances.map(({ name }) => name.padStart(10)).join('')}`,
    );
    const loading = cluster.clients.do('live', { rate, milliseconds });
    const samples = await takeSamples(cluster, milliseconds);
    const calls = await loading;
    const rest = isLong ? await untilExpired(cluster, base) : undefined;
    return report({ cluster, calls, samples, base, rest });
  } finally {
    await cluster.stop();
  }
}

async function takeSamples(cluster, milliseconds) {
  const count = Math.max(6, Math.round(milliseconds / 60_000));
  const started = performance.now();
  const samples = [];
  for (let index = 1; index <= count; index += 1) {
    await sleep(started + (index * milliseconds) / count - performance.now());
    samples.push(await readSample(cluster));
    printSample(((performance.now() - started) / 60_000).toFixed(1), samples.at(-1));
  }
  return samples;
}

/** Waits until no more keys are in Redis than stay, for as long as anything is kept; returns the last sample. */
async function untilExpired(cluster, base) {
  const end = performance.now() + expiryMs;
  let sample = await readSample(cluster);
  while (sample.keys > base.keys + stayingKeys && performance.now() < end) {
    await sleep(5000);
    sample = await readSample(cluster);
  }
  printSample('end', sample);
  return sample;
}

/** Sums of the nodes, after garbage is collected, and what Redis holds. */
async function readSample({ nodes, redis }) {
  const sample = { heap: 0, rss: 0, files: 0, resources: 0 };
  for (const node of nodes) {
    const { heap, resources } = await node.readUsage();
    sample.heap += heap;
    sample.resources += resources;
    sample.rss += node.readMemory();
    sample.files += node.countFiles();
  }
  return { ...sample, keys: await redis.countKeys(), stored: (await redis.readMemory()) / 2 ** 20 };
}

function printSample(label, sample) {
  const cells = tolerances.map(({ name, unit }) => sample[name].toFixed(unit === '' ? 0 : 1).padStart(10));
  console.log(`${label.padStart(6)}  ${cells.join('')}`);
}

function report({ cluster, calls, samples, base, rest }) {
  const kinds = [...new Set(calls.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const all = calls.filter((call) => call.kind === kind);
    return [kind, all.length, all.filter(({ error }) => error !== undefined).length];
  });
  printTable(['activity', 'count', 'failed'], rows);
  const failed = calls.filter(({ error }) => error !== undefined);
  for (const message of new Set(failed.map(({ kind, error }) => `${kind}: ${error}`))) console.log(`FAILED ${message}`);
  const complaints = cluster.listComplaints();
  for (const line of complaints.slice(0, 20)) console.log(line);
  const settled = samples.slice(Math.floor(samples.length / 3));
  const growth = tolerances.map(({ name, unit, share, least }) => {
    const values = settled.map((sample) => sample[name]);
    const most = Math.max(least, share * (values.reduce((sum, value) => sum + value, 0) / values.length));
    const title = `growth of ${name}${unit && `, ${unit}`}, after the first third`;
    return { name: title, value: slopeOf(values) * (values.length - 1), most };
  });
  const goals = judge([
    { name: 'activities that failed', value: failed.length, most: 0 },
    { name: 'lines of processes on standard error', value: complaints.length, most: 0 },
    ...growth,
    ...(rest === undefined ? [] : listExpiryGoals(base, rest)),
  ]);
  const activities = Object.fromEntries(rows.map(([kind, count]) => [kind, count]));
  return { figures: { activities, before: base, samples, after: rest }, goals };
}

function listExpiryGoals(base, rest) {
  return [
    { name: 'keys that are left when everything has expired', value: rest.keys - base.keys, most: stayingKeys },
    { name: 'open files that are left when everything has expired', value: rest.files - base.files, most: 30 },
  ];
}

/** Slope of the straight line closest to some values. */
function slopeOf(values) {
  const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [x, y] = [(values.length - 1) / 2, mean(values)];
  const over = values.reduce((sum, value, index) => sum + (index - x) * (value - y), 0);
  return over / values.reduce((sum, _, index) => sum + (index - x) ** 2, 0);
}
