import { setTimeout as sleep } from 'node:timers/promises';
import { openDriver } from '../drive/open-driver.mjs';
import { readMemory } from '../drive/read-usage.mjs';
import { nameSize } from './growth.mjs';
import { describeSubject, limitTools } from './list-subjects.mjs';

/** Milliseconds of calls before the memory of a loaded server is measured. */
const loadedAfter = 30_000;
/**
 * Calls after which memory no longer grows: V8 lets the young generations of the limit and of our server grow until
 * they have answered 1.4 million calls.
 */
const callsBeforePlateau = 2e6;

/** Memory of servers that have listed their tools and are idle, and after many calls. */
export const memoryScenarios = [
  {
    name: 'memory-stdio',
    title: 'resident memory, stdio',
    run: (context) => compareMemory(context, 'stdio', { request: 'echo', inFlight: 64 }),
  },
  {
    name: 'memory-http',
    title: 'resident memory, HTTP',
    run: (context) => compareMemory(context, 'http', { request: 'add', inFlight: 32 }),
  },
  {
    name: 'memory-flat-stdio',
    title: 'resident memory over 10 million calls, stdio',
    isOnlyNamed: true,
    run: (context) => watchMemory(context, { transport: 'stdio', request: 'echo', inFlight: 64 }),
  },
  {
    name: 'memory-flat-http',
    title: 'resident memory over 10 million calls, HTTP',
    isOnlyNamed: true,
    run: (context) => watchMemory(context, { transport: 'http', request: 'add', inFlight: 32 }),
  },
];

async function compareMemory(context, transport, load) {
  const rows = [];
  for (const server of ['limit', 'ours', ...context.peers]) {
    for (const size of [2, 1000]) {
      const subject = { server, era: 'legacy', tools: limitTools(size, context), transport };
      const idle = await measureIdle({ ...subject, request: 'list', inFlight: 1 }, context);
      // Calls to servers with many tools are no different.
      const loaded = size === 2 ? { loaded: await measureLoaded({ ...subject, ...load }, context) } : {};
      rows.push({ subject: `${server}, ${nameSize(size)}`, figures: { idle, ...loaded } });
    }
  }
  const limit = rows[0].figures.loaded;
  for (const { figures } of rows) if (figures.loaded !== undefined) figures.loadedRatio = figures.loaded / limit;
  return rows;
}

const measureIdle = (subject, { isShort }) => measureAfter(subject, () => sleep(isShort ? 0 : 1000));

const measureLoaded = (subject, { isShort, peers }) =>
  measureAfter(subject, async (driver) => {
    const slice = isShort ? 20 : 2000;
    const most = isShort || peers.includes(subject.server) ? 0 : callsBeforePlateau;
    const end = performance.now() + (isShort ? 0 : loadedAfter);
    let calls = 0;
    do calls += (await driver.run(slice)).calls;
    while (calls < most || performance.now() < end);
  });

async function measureAfter(subject, use) {
  const driver = await openDriver(describeSubject(subject));
  try {
    await driver.prepare();
    await use(driver);
    return readMemory(driver.pid);
  } finally {
    driver.close();
  }
}

/** Measures the memory of our server during many calls; the second half must not increase it. */
async function watchMemory({ isShort }, call) {
  const many = isShort ? 10_000 : 1e7;
  const driver = await openDriver(describeSubject({ ...call, server: 'ours', era: 'legacy', tools: 2 }));
  const marks = [];
  try {
    await driver.prepare();
    for (let calls = 0; calls < many;) {
      calls += (await driver.run(isShort ? 20 : 2000)).calls;
      marks.push({ calls, memory: readMemory(driver.pid) });
    }
  } finally {
    driver.close();
  }
  const highest = (list) => Math.max(...list.map(({ memory }) => memory));
  const first = highest(marks.filter(({ calls }) => calls <= many / 2));
  const last = highest(marks);
  return [
    { subject: 'ours, at half-time', figures: { loaded: first } },
    { subject: 'ours, at the end', figures: { loaded: last, loadedRatio: last / first } },
  ];
}
