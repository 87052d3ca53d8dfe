import { median } from './median.mjs';
import { openDriver } from './open-driver.mjs';
import { readMemory, readProcessor } from './read-usage.mjs';
import { stayAwake } from './stay-awake.mjs';
import { withTimeout } from './with-timeout.mjs';

/**
 * Makes the same calls to several servers in turn in every round, so that all of them run under the same conditions.
 *
 * @param {{ name: string, command: Function, plan: object, transport: 'stdio' | 'http' }[]} subjects The others are
 *   compared with the first, unless they name another `baseline`.
 * @param {{ rounds: number, warmUp: number, slice: number }} pace Milliseconds per server: `warmUp` of CPU time
 *   before the first round, `slice` of wall time in each round.
 * @returns Medians of all rounds, by name: CPU microseconds of the server per call, the ratio to the baseline in the
 *   same round, calls per second, and the round trip if one request is in flight. Also the CPU time of the driver per
 *   call, the bytes of a response, and the memory at the end in MiB.
 */
export async function measureCalls(subjects, { rounds, warmUp, slice }) {
  const opened = [];
  try {
    for (const subject of subjects) {
      await blame(subject, async () => opened.push({ subject, driver: await openDriver(subject), samples: [] }));
    }
    await warmAll(opened, warmUp);
    for (const entry of opened) {
      await blame(entry.subject, async () => (entry.cost = await measureDriver(entry.driver, slice)));
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const { subject, driver, samples } of opened) {
        await blame(subject, async () => samples.push(await measureSlice(driver, slice)));
      }
    }
    const constants = new Map(
      opened.map(({ subject, cost, driver: { pid, bytes } }) => [
        subject.name,
        { driver: cost, loaded: readMemory(pid), bytes },
      ]),
    );
    const samples = new Map(opened.map((entry) => [entry.subject.name, entry.samples]));
    return new Map(
      subjects.map(({ name, baseline = subjects[0].name }) => [
        name,
        { ...summarize(samples.get(name), samples.get(baseline)), ...constants.get(name) },
      ]),
    );
  } finally {
    for (const { driver } of opened) driver.close();
  }
}

/** Adds the server name to an error. */
async function blame({ name }, work) {
  try {
    await work();
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

/**
 * Lets every server work for the given CPU milliseconds, however long that takes on a busy machine. Servers take turns:
 * one that waited for all the others would be compiled differently and stay a tenth slower.
 */
async function warmAll(opened, milliseconds) {
  let cold = opened.map((entry) => ({ ...entry, enough: readProcessor(entry.driver.pid) + milliseconds * 1000 }));
  while (cold.length > 0) {
    for (const { subject, driver } of cold) {
      await blame(subject, () => measureSlice(driver, Math.min(milliseconds, 500)));
    }
    cold = cold.filter(({ driver, enough }) => readProcessor(driver.pid) < enough);
  }
}

async function measureSlice(driver, slice) {
  await driver.prepare();
  const before = readProcessor(driver.pid);
  const { calls, milliseconds, roundTrips } = await stayAwake(() => withTimeout(driver.run(slice), slice));
  const spent = readProcessor(driver.pid) - before;
  return {
    processor: spent / calls,
    perSecond: (calls / milliseconds) * 1000,
    ...(roundTrips.length > 0 && { p50: percentile(roundTrips, 0.5), p99: percentile(roundTrips, 0.99) }),
  };
}

/** Measures the CPU microseconds that a call costs the driver, which sleeps in between. */
async function measureDriver(driver, slice) {
  await driver.prepare();
  const before = process.cpuUsage();
  const { calls } = await withTimeout(driver.run(slice), slice);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

function summarize(samples, baseline) {
  const figures = Object.fromEntries(
    Object.keys(samples[0]).map((figure) => [figure, median(samples.map((sample) => sample[figure]))]),
  );
  const compare = (figure) => median(samples.map((sample, round) => sample[figure] / baseline[round][figure]));
  return { ...figures, ratio: compare('processor'), ...(figures.p50 !== undefined && { p50Ratio: compare('p50') }) };
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
