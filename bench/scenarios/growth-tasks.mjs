import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkSqlite } from '../../test/kit/link-sqlite.mjs';
import { startRedis } from '../../test/load/start-redis.mjs';
import { compareRounds } from '../drive/compare-rounds.mjs';
import { callTool } from '../drive/make-request.mjs';
import { openGrowing, repeat } from '../drive/open-growing.mjs';
import { buildTasks } from '../servers/build-growth.mjs';
import { nameSize } from './growth.mjs';

/** Tasks of one user, who may have 250. */
const perUser = 200;
/** Rounds before the measurement, and rounds of it. */
const warmUps = 10;
const rounds = 11;
/**
 * Tasks that a round creates, reads and cancels, and milliseconds after which they expire. In memory they all have to
 * fit next to the others.
 */
const probes = 20;
const probeMs = 20_000;
const titles = { memory: 'memory', sqlite: 'SQLite', redis: 'Redis' };
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/**
 * Cost of a task on a server that runs others. The process runs all of them: each listens for messages. In memory, a
 * server can have 1,000 tasks.
 */
export const taskGrowthScenarios = [
  { name: 'growth-tasks-memory', store: 'memory', sizes: [100, 500] },
  { name: 'growth-tasks-sqlite', store: 'sqlite', sizes: [100, 1000, 10_000] },
  { name: 'growth-tasks-redis', store: 'redis', sizes: [100, 1000, 10_000] },
  { name: 'growth-many-tasks-sqlite', store: 'sqlite', sizes: [100, 100_000], isOnlyNamed: true },
  { name: 'growth-many-tasks-redis', store: 'redis', sizes: [100, 100_000], isOnlyNamed: true },
].map(({ store, sizes, ...scenario }) => ({
  ...scenario,
  title: `HTTP, tasks in ${titles[store]}: ${sizes[0]} to ${sizes.at(-1).toLocaleString('en-US')} running tasks`,
  run: (context) => compareSizes(store, sizes, context),
}));

async function compareSizes(store, sizes, { isShort }) {
  const opened = [];
  try {
    for (const size of sizes) await openFilled(store, size, isShort ? 5 : size, opened);
    const ways = new Map(opened.map((subject) => [subject.name, () => probe(subject)]));
    if (!isShort) await compareRounds(ways, warmUps);
    const rows = await compareRounds(ways, isShort ? 1 : rounds);
    return rows.map(({ subject, figures }, index) => {
      const { heap, stored } = opened[index];
      return { subject, figures: { ...figures, each: heap, ...(stored !== undefined && { stored }) } };
    });
  } finally {
    for (const { close } of opened) close();
  }
}

/** CPU time of the server for one task: to create, read and cancel it. `commands` of Redis are of all three. */
async function probe({ server, nextUser, countCommands }) {
  const user = nextUser();
  const before = await countCommands?.();
  const created = [];
  const create = await server.spend(() =>
    repeat(probes, async () => created.push(await startTask(server.client, 'probe', user))),
  );
  const read = await server.spend(() => repeat(probes, (index) => useTask(server, 'tasks/get', created[index], user)));
  const cancel = await server.spend(() =>
    repeat(probes, (index) => useTask(server, 'tasks/cancel', created[index], user)),
  );
  const figures = { create: create / probes, read: read / probes, cancel: cancel / probes };
  return before === undefined ? figures : { ...figures, commands: ((await countCommands()) - before) / probes };
}

/** Opens a server that runs `count` tasks; `heap` and `stored` are the KiB of one of them, in the process and in the store. */
async function openFilled(kind, size, count, opened) {
  const store = await openStore[kind]();
  const subject = { name: nameSize(size, 'tasks'), close: store.close };
  opened.push(subject);
  const server = await openGrowing(buildTasks(kind, probeMs), store.environment);
  subject.close = () => {
    server.close();
    store.close();
  };
  // Code is loaded and compiled before memory is measured.
  await repeat(probes, () => startTask(server.client, 'probe', 'first'));
  const [heapBefore, storedBefore] = [await server.readHeap(), await store.measure?.()];
  await repeat(count, (index) => startTask(server.client, 'wait', `filling-${Math.floor(index / perUser)}`));
  const [heap, stored] = [await server.readHeap(), await store.measure?.()];
  let users = 0;
  Object.assign(subject, {
    server,
    countCommands: store.countCommands,
    nextUser: () => `probing-${(users += 1)}`,
    heap: (heap - heapBefore) / count / 1024,
    stored: stored && (stored - storedBefore) / count / 1024,
  });
}

async function startTask(client, tool, user) {
  const { resultType, taskId } = await client.call({ ...callTool(tool, {}), capabilities }, 'modern', { User: user });
  if (resultType !== 'task') throw new Error('The call did not become a task.');
  return taskId;
}

async function useTask({ client }, method, taskId, user) {
  const request = { method, name: taskId, params: { taskId }, capabilities };
  const { status = 'cancelled' } = await client.call(request, 'modern', { User: user });
  if (status !== (method === 'tasks/get' ? 'working' : 'cancelled')) throw new Error(`The task is ${status}.`);
}

/** Opens a store: its environment for the server, and the bytes that it holds. */
const openStore = {
  memory: async () => ({ environment: {}, close() {} }),
  async sqlite() {
    await linkSqlite();
    const folder = mkdtempSync(path.join(tmpdir(), 'bench-tasks-'));
    return {
      environment: { MCP_SQLITE_FILE: path.join(folder, 'state.sqlite') },
      measure: () =>
        readdirSync(folder)
          .filter((name) => !name.endsWith('-shm'))
          .reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0),
      close: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  async redis() {
    const { url, readMemory, readCommands, stop } = await startRedis();
    return {
      environment: { MCP_REDIS_URL: url },
      measure: readMemory,
      countCommands: async () => [...(await readCommands()).values()].reduce((sum, calls) => sum + calls, 0),
      close: stop,
    };
  },
};
