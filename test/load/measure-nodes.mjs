import { setTimeout as sleep } from 'node:timers/promises';
import { buildNode, topicCount } from './build-servers.mjs';
import { callKinds } from './call-kinds.mjs';
import { isCausedBy, judgeNews } from './judge-news.mjs';
import { judgeCalls } from './judge-calls.mjs';
import { percentile } from './percentile.mjs';
import { judge, printTable } from './print-table.mjs';
import { raiseFileLimit } from './raise-file-limit.mjs';
import { nodeCount, startCluster } from './start-cluster.mjs';

/** Kinds of calls that need no task worker, and the number of each at most for which the commands of Redis are counted. */
const probed = callKinds.filter(({ name }) => name !== 'durable task');
const maxProbeCalls = 320;
/** Files of a process other than its event streams, of which the balancer has two each: connections for calls, and its own. */
const otherFiles = 3000;
/** Milliseconds for which a disturbance counts after the last node is ready again. */
const afterMs = 5000;

/** Maximum commands of Redis for a call of each kind; nodes also say every few seconds that they live. */
const commandGoals = { 'legacy call': 0.05, 'modern call': 0.05, 'modern call with progress': 0.05 };
/** Maximum KiB of memory for a session in all nodes together, with its open stream and its parts at three nodes. */
const memoryGoal = 100;

/**
 * Loads several nodes behind a balancer while they are restarted and killed, and prints what that takes and what it does.
 *
 * @param {{ minutes: number, sessions: number, rate: number }} plan `sessions` of each node, `rate` in calls per second.
 * @returns {Promise<{ figures: object, goals: object[] }>}
 */
export async function measureNodes({ minutes, sessions, rate }) {
  const total = sessions * nodeCount;
  const limit = raiseFileLimit(2 * total + otherFiles);
  console.log(
    `${nodeCount} nodes behind HAProxy, ${total} sessions, ${rate} calls/s for ${minutes} minutes; ${limit} files per process`,
  );
  const cluster = await startCluster(buildNode(), { streams: total + topicCount });
  try {
    const opened = await measureSessions(cluster, total);
    await cluster.clients.do('subscribe');
    const commands = await measureCommands(cluster, Math.min(total, maxProbeCalls));
    const loaded = await measureLoad(cluster, { rate, milliseconds: minutes * 60_000 });
    const goals = [...opened.goals, ...commands.goals, ...loaded.goals];
    const complaints = cluster.listComplaints();
    goals.push({ name: 'lines of processes on standard error', value: complaints.length, most: 0 });
    // They say why something went wrong.
    for (const line of complaints.slice(0, 20)) console.log(line);
    const plan = { minutes, sessions: total, rate };
    return { figures: { plan, ...opened.figures, commands: commands.figures, ...loaded.figures }, goals: judge(goals) };
  } finally {
    await cluster.stop();
  }
}

/** Opens the sessions, and measures the memory that each of them takes. */
async function measureSessions({ nodes, redis, clients }, total) {
  // Code is loaded and compiled before memory is measured.
  await clients.do('open', 32);
  await clients.do('visitAll');
  const count = Math.min(64, Math.ceil(total / 4));
  for (const { name } of probed) await clients.do('probe', { kind: name, count });
  const before = await readAll(nodes, redis);
  const started = performance.now();
  await clients.do('open', total - 32);
  await clients.do('visitAll');
  const seconds = (performance.now() - started) / 1000;
  const after = await readAll(nodes, redis);
  const kibOf = (part) => ((after[part] - before[part]) * 1024) / (total - 32);
  const figures = { session: { rssKib: kibOf('memory'), heapKib: kibOf('heap'), redisKib: kibOf('stored') }, seconds };
  const { rssKib, heapKib, redisKib } = figures.session;
  console.log(`${total} sessions with streams were opened, and known to all nodes, in ${seconds.toFixed(1)} s`);
  console.log(
    `a session takes ${rssKib.toFixed(1)} KiB (RSS) in the ${nodes.length} nodes together, of which ` +
      `${heapKib.toFixed(1)} KiB are objects, and ${redisKib.toFixed(1)} KiB in Redis`,
  );
  return { figures, goals: [{ name: 'KiB of memory (RSS) for a session', value: rssKib, most: memoryGoal }] };
}

/** MiB of objects, in memory, and in Redis. */
async function readAll(nodes, redis) {
  let heap = 0;
  for (const node of nodes) heap += (await node.readUsage()).heap;
  const memory = nodes.reduce((sum, node) => sum + node.readMemory(), 0);
  return { heap, memory, stored: (await redis.readMemory()) / 2 ** 20 };
}

/** Counts the commands that a call of each kind sends to Redis. */
async function measureCommands({ redis, clients }, probeCalls) {
  const rows = [];
  const goals = [];
  const figures = {};
  for (const { name } of probed) {
    const before = await redis.readCommands();
    await clients.do('probe', { kind: name, count: probeCalls });
    const spent = subtract(await redis.readCommands(), before);
    figures[name] = [...spent.values()].reduce((total, calls) => total + calls, 0) / probeCalls;
    const parts = [...spent].filter(([, calls]) => calls >= probeCalls / 20);
    const cells = parts.map(([command, calls]) => `${command} ${(calls / probeCalls).toFixed(2)}`);
    rows.push([name, figures[name].toFixed(2), cells.slice(0, 8).join(', ')]);
    const most = commandGoals[name];
    if (most !== undefined) goals.push({ name: `commands of Redis for a ${name}`, value: figures[name], most });
  }
  printTable(['commands of Redis for one', 'in all', 'each (evalsha runs those after it)'], rows);
  return { figures, goals };
}

async function measureLoad(cluster, plan) {
  await cluster.startWorkers();
  const before = await readUsage(cluster);
  const loading = cluster.clients.do('load', plan);
  loading.catch(() => {});
  // Until here, all processes are the same: their processor time is known.
  await sleep(0.35 * plan.milliseconds);
  const after = await readUsage(cluster);
  const restart = await disturb(() => cluster.restartAll());
  await sleep(0.3 * plan.milliseconds);
  const kill = await disturb(() => cluster.killOne());
  const { calls, news } = await loading;
  const usage = describeUsage(before, after, calls.filter(({ at }) => at < restart.from).length);
  const rows = summarizeTimes(calls, news, [restart, kill]);
  const memory = cluster.nodes.map((node) => node.readMemory());
  console.log(`RSS of the nodes: ${memory.map((each) => `${each.toFixed(0)} MiB`).join(', ')}`);
  const killed = { from: kill.from, to: kill.to, pids: kill.result };
  const { counts, problems } = judgeCalls(calls, cluster.readLedger(), killed);
  for (const [message, count] of problems) console.log(`FAILED ${count} times: ${message}`);
  const told = judgeNews(news.topics, killed);
  const streams = judgeStreams(await cluster.clients.do('readStreams'), restart, killed);
  const lostSessions = await cluster.clients.do('visitSessions');
  for (const message of new Set(lostSessions)) console.log(`FAILED ${message}`);
  printFacts({ counts, told, streams, restart });
  const goals = [
    { name: 'calls that got a wrong response', value: counts.wrong, most: 0 },
    { name: 'calls without a response that were not at the killed node', value: counts.lost, most: 0 },
    { name: 'calls that were answered but not run', value: counts.notRun, most: 0 },
    { name: 'calls and steps of tasks that were run twice', value: counts.twice, most: 0 },
    { name: 'notifications that did not come', value: told.lost, most: 0 },
    { name: 'streams that ended without a reason', value: streams.unexplained, most: 0 },
    { name: 'streams that could not be continued', value: streams.failed, most: 0 },
    { name: 'sessions that were lost', value: lostSessions.length, most: 0 },
    {
      name: 'nodes that did not end by themselves',
      value: restart.result.filter((code) => code !== 0).length,
      most: 0,
    },
  ];
  const figures = { times: rows, calls: counts, notifications: told, streams, nodesRssMib: memory, usage };
  return { figures, goals };
}

/** Does something to the nodes; returns when it began and ended, in milliseconds since 1970. */
async function disturb(work) {
  const from = Date.now();
  const result = await work();
  return { from, to: Date.now(), result };
}

/** Prints the times of each kind of call, in quiet and while nodes were replaced. */
function summarizeTimes(calls, news, disturbances) {
  const isQuiet = ({ at }) => !disturbances.some(({ from, to }) => at >= from && at <= to + afterMs);
  const figures = callKinds.map(({ name }) => ({ name, all: calls.filter(({ kind }) => kind === name) }));
  figures.push({ name: `notification (${topicCount} topics)`, all: news.times });
  const summarize = (all) => {
    const times = all.filter(({ error }) => error === undefined).map(({ ms }) => ms);
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), longest: percentile(times, 1) };
  };
  const rows = figures.map(({ name, all }) => ({
    name,
    count: all.length,
    quiet: summarize(all.filter(isQuiet)),
    disturbed: summarize(all.filter((each) => !isQuiet(each))),
  }));
  const cellsOf = ({ p50, p99, longest }) => [p50, p99, longest].map((time) => `${time.toFixed(1)} ms`);
  printTable(
    ['kind', 'count', 'p50 quiet', 'p99', 'longest', 'p50 restarts', 'p99', 'longest'],
    rows.map(({ name, count, quiet, disturbed }) => [name, count, ...cellsOf(quiet), ...cellsOf(disturbed)]),
  );
  return rows;
}

function judgeStreams({ aways, failures }, restart, kill) {
  const isRestart = ({ from }) => from >= restart.from && from <= restart.to + 1000;
  const unexplained = aways.filter((away) => !isRestart(away) && !isCausedBy(kill, away)).length;
  const durations = aways.map(({ from, to }) => to - from);
  return {
    ended: aways.length,
    unexplained,
    failed: failures.length + durations.filter((each) => !Number.isFinite(each)).length,
    awayP50Ms: percentile(durations, 0.5),
    awayLongestMs: percentile(durations, 1),
    failures: failures.slice(0, 5),
  };
}

function printFacts({ counts, told, streams, restart }) {
  console.log(
    `\nrolling restart of ${nodeCount} nodes in ${((restart.to - restart.from) / 1000).toFixed(1)} s; then a node and a task worker were killed` +
      `\ncalls: ${counts.sent} sent, ${counts.answered} answered, ${counts.cut} cut off at the killed node; ` +
      `${counts.stepsRunAgain} interrupted steps of tasks were run again` +
      `\nstreams: ${streams.ended} ended and were continued, after ${streams.awayP50Ms} ms (p50), ${streams.awayLongestMs} ms at most` +
      `\nnotifications: ${told.expected} expected, ${told.received} received; ${told.resumed} were announced while a legacy stream was ` +
      `away; lost as documented: ${told.lostToKill} with the node that announced them, ${told.lostToModernRestart} of modern ` +
      `subscriptions that were away; ${told.again} came twice`,
  );
}

async function readUsage({ nodes, redis, balancer, clients }) {
  return {
    at: performance.now(),
    nodes: nodes.reduce((sum, node) => sum + node.readProcessor(), 0),
    redis: redis.readProcessor(),
    balancer: balancer.readProcessor(),
    clients: clients.readProcessor(),
    commands: [...(await redis.readCommands()).values()].reduce((sum, calls) => sum + calls, 0),
    stored: await redis.readMemory(),
  };
}

function describeUsage(before, after, sent) {
  const seconds = (after.at - before.at) / 1000;
  const share = (part) => (after[part] - before[part]) / seconds / 10_000;
  const figures = {
    callsPerSecond: sent / seconds,
    nodesMicrosecondsPerCall: (after.nodes - before.nodes) / sent,
    nodesCpuPercent: share('nodes'),
    redisCpuPercent: share('redis'),
    balancerCpuPercent: share('balancer'),
    clientsCpuPercent: share('clients'),
    redisCommandsPerSecond: (after.commands - before.commands) / seconds,
    redisMib: after.stored / 2 ** 20,
  };
  console.log(
    `\nin quiet: ${figures.callsPerSecond.toFixed(0)} calls/s; of one processor the nodes took ${figures.nodesCpuPercent.toFixed(1)} % ` +
      `(${figures.nodesMicrosecondsPerCall.toFixed(0)} µs for a call, with keep-alive of the streams), Redis ` +
      `${figures.redisCpuPercent.toFixed(1)} %, HAProxy ${figures.balancerCpuPercent.toFixed(1)} %, the clients ` +
      `${figures.clientsCpuPercent.toFixed(1)} %; ${figures.redisCommandsPerSecond.toFixed(0)} commands/s of Redis, which holds ` +
      `${figures.redisMib.toFixed(1)} MiB`,
  );
  return figures;
}

function subtract(after, before) {
  const spent = [...after].map(([name, calls]) => [name, calls - (before.get(name) ?? 0)]);
  return new Map(spent.filter(([, calls]) => calls > 0));
}
