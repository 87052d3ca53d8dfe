import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../drive/median.mjs';
import { readMemory, readPeak, readProcessor } from '../drive/read-usage.mjs';
import { listTree, readTree } from '../sql/processes.mjs';
import { VirtualUser } from './drive/virtual-user.mjs';
import { users } from './workload.mjs';

/** Milliseconds until all users have begun, one after the other: at once they would stay in step. */
const rampMs = 500;
const sampleMs = 200;

/**
 * Lets servers take turns, so that all are measured under the same conditions.
 *
 * @param {{ name: string, port: number, pid: number, ended: Promise<never> }[]} subjects
 * @param {{ seconds: number, rounds: number, warmUp: number, loadPids: number[] }} pace `seconds` per server, in all
 *   rounds together; `warmUp` in seconds of CPU time; `loadPids` are processes that share the core of the load.
 * @returns {Promise<Record<string, Record<string, number>>>} Figures by server.
 */
export async function measure(subjects, { seconds, rounds, warmUp, loadPids }) {
  for (const subject of subjects) {
    const enough = readTree(subject.pid) + warmUp * 1e6;
    await drive(subject, createLog(), async (pass) => {
      do await pass(sampleMs);
      while (readTree(subject.pid) < enough);
    });
  }
  const found = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      found.get(subject.name).push(await measureRound(subject, (seconds * 1000) / rounds, loadPids));
    }
  }
  return Object.fromEntries([...found].map(([name, samples]) => [name, summarize(samples)]));
}

/** Makes the users work at a server while `observe` runs. `pass` waits, and rejects if the server or a user fails. */
async function drive({ port, ended }, log, observe) {
  let isOver = false;
  const work = Promise.all(
    Array.from({ length: users }, async (_, index) => {
      await sleep((index * rampMs) / users);
      await new VirtualUser(index + 1, port, log).work(() => isOver);
    }),
  );
  try {
    await observe((milliseconds) => Promise.race([sleep(milliseconds), work, ended]));
  } finally {
    isOver = true;
  }
  await Promise.race([work, ended]);
}

async function measureRound(subject, milliseconds, loadPids) {
  const log = createLog();
  const memory = [];
  const tree = listTree(subject.pid);
  const snapshot = () => ({
    time: performance.now(),
    server: readTree(subject.pid),
    load: [process.pid, ...loadPids].reduce((sum, pid) => sum + readProcessor(pid), 0),
  });
  let before;
  let after;
  await drive(subject, log, async (pass) => {
    await pass(rampMs);
    before = snapshot();
    log.isOpen = true;
    while (performance.now() - before.time < milliseconds) {
      await pass(Math.min(sampleMs, milliseconds));
      memory.push(tree.reduce((sum, pid) => sum + readMemory(pid), 0));
    }
    log.isOpen = false;
    after = snapshot();
  });
  const elapsed = after.time - before.time;
  return {
    requestsPerSecond: (log.requests / elapsed) * 1000,
    cpuMicros: (after.server - before.server) / log.requests,
    serverShare: (after.server - before.server) / elapsed / 1000,
    loadShare: (after.load - before.load) / elapsed / 1000,
    memoryMean: memory.reduce((sum, each) => sum + each, 0) / memory.length,
    memoryPeak: tree.reduce((sum, pid) => sum + (readPeak(pid) ?? 0), 0),
    errors: log.errors,
    firstError: log.firstError,
    times: log.times,
  };
}

/** Counts what users do while it is open. Errors always count. */
function createLog() {
  return {
    isOpen: false,
    requests: 0,
    errors: 0,
    firstError: undefined,
    times: [],
    count(name, milliseconds) {
      if (!this.isOpen) return;
      this.requests += 1;
      if (name !== 'initialize' && name !== 'tools/list') this.times.push(milliseconds);
    },
    fail(message) {
      this.errors += 1;
      this.firstError ??= message;
    },
  };
}

/** Medians of the rounds; percentiles are of the tool calls of all rounds. */
function summarize(samples) {
  const times = samples.flatMap((sample) => sample.times).toSorted((a, b) => a - b);
  const percentile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const middle = (figure) => median(samples.map((sample) => sample[figure]));
  return {
    requestsPerSecond: middle('requestsPerSecond'),
    cpuMicros: middle('cpuMicros'),
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    memoryMean: middle('memoryMean'),
    memoryPeak: Math.max(...samples.map(({ memoryPeak }) => memoryPeak)),
    errors: samples.reduce((sum, { errors }) => sum + errors, 0),
    firstError: samples.find(({ firstError }) => firstError !== undefined)?.firstError,
    serverShare: middle('serverShare'),
    loadShare: middle('loadShare'),
    rounds: samples.map(({ requestsPerSecond, cpuMicros }) => ({ requestsPerSecond, cpuMicros })),
  };
}
