import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import redis from 'redis';
import { startRedis } from '../../test/load/start-redis.mjs';
import { callTool } from '../drive/make-request.mjs';
import { openGrowing, repeat } from '../drive/open-growing.mjs';
import { readProcessor } from '../drive/read-usage.mjs';
import { spawnServer } from '../drive/spawn-server.mjs';
import { buildDurable } from '../servers/build-growth.mjs';

const call = { ...callTool('job', {}), capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } };
/** Tasks of one user, who may have 250. */
const perUser = 200;

/** Cost of durable tasks that end at once, from the call to the end. They wait until all are in the queue. */
export const durableTaskScenarios = [
  {
    name: 'durable-tasks',
    title: 'durable tasks in Redis: one server, one task worker with concurrency 20',
    run: ({ isShort }) => measure(isShort ? 10 : 2000),
  },
];

async function measure(count) {
  const program = buildDurable();
  const store = await startRedis();
  const environment = { MCP_REDIS_URL: store.url };
  const queue = redis.createClient({ url: store.url });
  await queue.connect();
  const [server, worker] = await Promise.all([openGrowing(program, environment), openWorker(program, environment)]);
  let calls = 0;
  try {
    const add = (tasks) =>
      spend(store, server.readProcessor, tasks, () =>
        repeat(tasks, async () =>
          server.client.call(call, 'modern', { User: `user-${Math.floor(calls++ / perUser)}` }),
        ),
      );
    const finish = (tasks) => spend(store, worker.readProcessor, tasks, () => untilEmpty(queue));
    // Code is loaded and compiled.
    await add(Math.ceil(count / 10));
    await finish(1);
    worker.pause();
    const added = await add(count);
    worker.resume();
    const finished = await finish(count);
    return [
      { subject: 'tools/call, in the server', figures: added },
      { subject: 'run, in the worker', figures: finished },
    ];
  } finally {
    worker.close();
    server.close();
    queue.destroy();
    store.stop();
  }
}

/** Figures of some work for each of a number of tasks. */
async function spend(store, readProcess, tasks, work) {
  const before = [readProcess(), store.readProcessor(), await countCommands(store), performance.now()];
  await work();
  const seconds = (performance.now() - before[3]) / 1000;
  return {
    processor: (readProcess() - before[0]) / tasks,
    redis: (store.readProcessor() - before[1]) / tasks,
    commands: ((await countCommands(store)) - before[2]) / tasks,
    tasksPerSecond: tasks / seconds,
  };
}

/** Commands of all kinds, but for those with which {@link untilEmpty} looks. */
async function countCommands(store) {
  const commands = await store.readCommands();
  return [...commands].reduce((sum, [name, calls]) => (name === 'exists' ? sum : sum + calls), 0);
}

/** Waits until no task is in the queue. */
async function untilEmpty(queue) {
  const keys = ['wait', 'active', 'prioritized'].map((list) => `mcp:growth:tasks:${list}`);
  while ((await queue.exists(keys)) > 0) await sleep(20);
}

async function openWorker(program, environment) {
  const command = [process.execPath, path.join(path.dirname(program), 'worker.mjs'), '--concurrency', '20'];
  const { child, close } = await spawnServer(command, async (server) => server, environment);
  child.stdout.resume();
  return {
    readProcessor: () => readProcessor(child.pid),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    close,
  };
}
