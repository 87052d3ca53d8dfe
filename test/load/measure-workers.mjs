import { once } from 'node:events';
import { fork } from 'node:child_process';
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

/**
 * Compares the throughput of two workers with that of one, for calls that compute; then two processes without a server with one: no
 * server can do better than the machine.
 *
 * @param {number} count How often each is measured, in turns.
 * @returns {Promise<boolean>} Whether the goal is met.
 */
export async function measureWorkers(count) {
  const program = buildComputing();
  const expected = String(compute(rounds));
  const request = callTool('compute', { rounds }, ({ content }) => content[0].text === expected);
  const open = (workers) =>
    openHttp((port) => [process.execPath, program, '--http', String(port), '--workers', String(workers)], {
      request,
      era: 'modern',
      tools: 1,
      inFlight,
    });
  const bare = [startBare(), startBare()];
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
  return report(samples);
}

function report(samples) {
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
  return judge([
    figures.server >= 1.7
      ? { name: 'two workers to one', value: figures.server, least: 1.7 }
      : { name: 'two workers to one, as part of what the machine gives', value: share, least: 0.9 },
  ]);
}

function startBare() {
  const child = fork(path.join(import.meta.dirname, 'bare-process.mjs'));
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
