import { once } from 'node:events';
import { fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { callTool } from '../../bench/drive/make-request.mjs';
import { openHttp } from '../../bench/drive/open-http.mjs';
import { percentile } from './percentile.mjs';
import { buildComputing } from './build-servers.mjs';
import { compute } from './compute.mjs';
import { judge, printTable } from './print-table.mjs';

/** Milliseconds of each measurement, and of the warm-up of each server. */
const sliceMs = 3000;
const warmUpMs = 2000;
/** Rounds of `compute` in a call. */
const rounds = 2_000_000;
/** Calls that clients make at the same time. */
const inFlight = 16;

/** Cores of the server, when there is another one for this process, which makes the calls. */
const serverCores = '1,2';

/**
 * Compares the throughput of two workers with that of one, for calls that compute; then two processes without a server with one: no
 * server can do better than the machine.
 *
 * @param {number} count How often each is measured, in turns.
 * @returns {Promise<{ figures: object, goals: object[] }>}
 */
export async function measureWorkers(count) {
  const isPinned = pinToCores();
  const program = buildComputing();
  const expected = String(compute(rounds));
  const request = callTool('compute', { rounds }, ({ content }) => content[0].text === expected);
  const onServerCores = isPinned ? ['taskset', '-c', serverCores] : [];
  const open = (workers) =>
    openHttp(
      (port) => [...onServerCores, process.execPath, program, '--http', String(port), '--workers', `${workers}`],
      {
        request,
        era: 'modern',
        tools: 1,
        inFlight,
      },
    );
  const bare = [startBare(isPinned), startBare(isPinned)];
  const servers = [await open(1), await open(2)];
  const measureServer = async (server, milliseconds) => {
    await server.prepare();
    const run = await server.run(milliseconds);
    return (run.calls / run.milliseconds) * 1000;
  };
  for (const server of servers) await measureServer(server, warmUpMs);
  const samples = [];
  for (let round = 0; round < count; round += 1) {
    const [one, two] = [await measureServer(servers[0], sliceMs), await measureServer(servers[1], sliceMs)];
    const [alone] = await measureBare(bare.slice(0, 1));
    const both = (await measureBare(bare)).reduce((sum, each) => sum + each, 0);
    samples.push({ one, two, alone, both });
  }
  for (const server of servers) server.close();
  for (const child of bare) child.kill('SIGKILL');
  return report(samples, isPinned);
}

function report(samples, isPinned) {
  const median = (read) => percentile(samples.map(read), 0.5);
  const figures = { server: median(({ one, two }) => two / one), machine: median(({ alone, both }) => both / alone) };
  const perSecond = (read) => median(read).toFixed(0);
  printTable(
    ['', 'one, calls/s', 'two, calls/s', 'ratio'],
    [
      ['workers of a server', perSecond(({ one }) => one), perSecond(({ two }) => two), figures.server.toFixed(2)],
      [
        'processes without a server',
        perSecond(({ alone }) => alone),
        perSecond(({ both }) => both),
        figures.machine.toFixed(2),
      ],
    ],
  );
  const share = figures.server / figures.machine;
  console.log(
    `\ntwo workers give ${(share * 100).toFixed(0)} % of what the machine gives two processes (goal: 90 %, or 1.7 times one)`,
  );
  const goals = judge([
    figures.server >= 1.7
      ? { name: 'two workers to one', value: figures.server, least: 1.7 }
      : { name: 'two workers to one, as part of what the machine gives', value: share, least: 0.9 },
  ]);
  return { figures: { ...figures, share, isPinned }, goals };
}

/** Gives the calls and the server cores of their own, where there are enough; returns whether it did. */
function pinToCores() {
  const cores = availableParallelism();
  if (cores >= 3 && spawnSync('taskset', ['-acp', '0', String(process.pid)]).status === 0) return true;
  console.log(
    `This machine has ${cores} cores: it cannot show what two workers do when the calls are made elsewhere. It shows two workers and ` +
      'the process that makes the calls on the same cores; compare them with two processes without a server there.',
  );
  return false;
}

function startBare(isPinned) {
  const child = fork(path.join(import.meta.dirname, 'bare-process.mjs'));
  if (isPinned) spawnSync('taskset', ['-acp', serverCores, String(child.pid)]);
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** Calls per second of each process, while all of them compute. */
function measureBare(children) {
  return Promise.all(
    children.map(async (child) => {
      child.send({ rounds, milliseconds: sliceMs });
      const [perSecond] = await once(child, 'message');
      return perSecond;
    }),
  );
}
