import { buildNode, topicCount } from './build-servers.mjs';
import { callKinds } from './call-kinds.mjs';
import { judge, printTable } from './print-table.mjs';
import { raiseFileLimit } from './raise-file-limit.mjs';
import { startClients } from './start-clients.mjs';
import { startNode } from './start-node.mjs';
import { startRedis } from './start-redis.mjs';

const nodeCount = 3;
/** Calls of each kind for which the commands of Redis are counted. */
const probeCalls = 300;
/** Files of a process other than its event streams: connections for calls, and those of Node itself. */
const otherFiles = 2000;

/** Most commands of Redis for a call of each kind; nodes also say every few seconds that they live. */
const commandGoals = { 'legacy call': 0.05, 'modern call': 0.05, 'modern call with progress': 0.05 };
/** Most KiB of memory for a session in all nodes together, with its open stream and its parts at three nodes. */
const memoryGoal = 100;

/**
 * Loads several nodes that share a Redis and prints what that takes.
 *
 * @param {{ minutes: number, sessions: number, rate: number }} plan `sessions` of each node, `rate` in calls per second.
 * @returns {Promise<boolean>} Whether all goals are met.
 */
export async function measureNodes({ minutes, sessions, rate }) {
  const total = sessions * nodeCount;
  const limit = raiseFileLimit(total + otherFiles);
  console.log(
    `${nodeCount} nodes, ${total} sessions, ${rate} calls/s for ${minutes} minutes; ${limit} files per process`,
  );
  const program = buildNode();
  const redis = await startRedis();
  const nodes = await Promise.all(Array.from({ length: nodeCount }, () => startNode(program, redis.url)));
  const clients = startClients();
  try {
    const urls = nodes.map(({ url }) => url);
    await clients.do('connect', urls);
    const goals = await measureAll({ nodes, redis, clients }, total, { rate, milliseconds: minutes * 60_000 });
    return judge(goals);
  } finally {
    // They say why something went wrong.
    for (const line of [...listComplaints(nodes), ...redis.listComplaints()].slice(0, 20)) console.log(line);
    clients.stop();
    await Promise.all(nodes.map((node) => node.stop()));
    redis.stop();
  }
}

async function measureAll(parts, total, plan) {
  const { nodes, clients } = parts;
  const goals = await measureSessions(parts, total);
  await clients.do('subscribe');
  goals.push(...(await measureCommands(parts)));
  goals.push(...(await measureLoad(parts, plan)));
  console.log(`\nafter the load  ${await describeMemory(nodes)}`);
  goals.push({ name: 'streams that ended early', value: await clients.do('countLostStreams'), most: 0 });
  goals.push({ name: 'lines of nodes on standard error', value: listComplaints(nodes).length, most: 0 });
  return goals;
}

/** Opens the sessions, and measures the memory that each of them takes. */
async function measureSessions({ nodes, redis, clients }, total) {
  // Code is loaded and compiled before memory is measured.
  await clients.do('open', 32);
  await clients.do('visitAll');
  for (const { name } of callKinds) await clients.do('probe', { kind: name, count: probeCalls });
  const [heap, memory, stored] = await readAll(nodes, redis);
  console.log(`before          ${await describeMemory(nodes)}`);
  const started = performance.now();
  await clients.do('open', total);
  await clients.do('visitAll');
  const seconds = (performance.now() - started) / 1000;
  const [heapNow, memoryNow, storedNow] = await readAll(nodes, redis);
  console.log(`with sessions   ${await describeMemory(nodes)}`);
  const figures = {
    heap: ((heapNow - heap) * 1024) / total,
    memory: ((memoryNow - memory) * 1024) / total,
    stored: (storedNow - stored) / 1024 / total,
  };
  console.log(`${total} sessions with streams were opened, and known to all nodes, in ${seconds.toFixed(1)} s`);
  console.log(
    `a session takes ${figures.memory.toFixed(1)} KiB (RSS) in the ${nodes.length} nodes together, of which ` +
      `${figures.heap.toFixed(1)} KiB are objects, and ${figures.stored.toFixed(1)} KiB in Redis`,
  );
  return [{ name: 'KiB of memory (RSS) for a session', value: figures.memory, most: memoryGoal }];
}

/** MiB of objects, MiB in memory, and bytes in Redis. */
async function readAll(nodes, redis) {
  let heap = 0;
  for (const node of nodes) heap += await node.readHeap();
  const memory = nodes.reduce((sum, node) => sum + node.readMemory(), 0);
  return [heap, memory, await redis.readMemory()];
}

async function describeMemory(nodes) {
  const cells = [];
  for (const node of nodes) cells.push(`${(await node.readHeap()).toFixed(0)} of ${node.readMemory().toFixed(0)} MiB`);
  return `objects of RSS: ${cells.join(', ')}`;
}

/** Counts the commands that a call of each kind sends to Redis. */
async function measureCommands({ redis, clients }) {
  const rows = [];
  const goals = [];
  for (const { name } of callKinds) {
    const before = await redis.readCommands();
    await clients.do('probe', { kind: name, count: probeCalls });
    const spent = subtract(await redis.readCommands(), before);
    const sum = [...spent.values()].reduce((total, calls) => total + calls, 0) / probeCalls;
    const parts = [...spent].filter(([, calls]) => calls >= probeCalls / 20);
    rows.push([
      name,
      sum.toFixed(2),
      parts.map(([command, calls]) => `${command} ${(calls / probeCalls).toFixed(2)}`).join(', '),
    ]);
    const most = commandGoals[name];
    if (most !== undefined) goals.push({ name: `commands of Redis for a ${name}`, value: sum, most });
  }
  printTable(['commands of Redis for one', 'in all', 'each (evalsha runs those after it)'], rows);
  return goals;
}

async function measureLoad({ nodes, redis, clients }, plan) {
  const read = async () => ({
    nodes: nodes.reduce((sum, node) => sum + node.readProcessor(), 0),
    redis: redis.readProcessor(),
    clients: clients.readProcessor(),
    commands: [...(await redis.readCommands()).values()].reduce((sum, calls) => sum + calls, 0),
  });
  const before = await read();
  const { rows, errors, seconds, news } = await clients.do('load', plan);
  const after = await read();
  const isOf = (figure) => [figure.p50, figure.p99, figure.most].map((time) => `${time.toFixed(1)} ms`);
  printTable(
    ['kind', 'sent', 'answered', 'errors', 'p50', 'p99', 'longest'],
    [
      ...rows.map((row) => [row.name, row.sent, row.answered, row.sent - row.answered, ...isOf(row)]),
      [
        `notification (${topicCount} topics)`,
        news.expected,
        news.received,
        news.expected - news.received,
        ...isOf(news),
      ],
    ],
  );
  for (const [message, count] of errors) console.log(`FAILED ${count} times: ${message}`);
  const sent = rows.reduce((sum, row) => sum + row.sent, 0);
  const answered = rows.reduce((sum, row) => sum + row.answered, 0);
  const shareOf = (part) => `${((after[part] - before[part]) / seconds / 10_000).toFixed(1)} %`;
  console.log(
    `\n${(sent / seconds).toFixed(0)} calls/s; of one processor the nodes took ${shareOf('nodes')} ` +
      `(${((after.nodes - before.nodes) / sent).toFixed(0)} µs for a call, with keep-alive of the streams), ` +
      `Redis ${shareOf('redis')}, the clients ${shareOf('clients')}; ` +
      `${((after.commands - before.commands) / seconds).toFixed(0)} commands/s of Redis`,
  );
  return [
    { name: 'calls without a right answer', value: sent - answered, most: 0 },
    { name: 'notifications that did not come', value: Math.abs(news.expected - news.received), most: 0 },
  ];
}

function subtract(after, before) {
  const spent = [...after].map(([name, calls]) => [name, calls - (before.get(name) ?? 0)]);
  return new Map(spent.filter(([, calls]) => calls > 0));
}

function listComplaints(nodes) {
  return nodes.flatMap((node) => node.listComplaints());
}
