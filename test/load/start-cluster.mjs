import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPorts } from '../../bench/drive/find-ports.mjs';
import { startBalancer } from './start-balancer.mjs';
import { startClients } from './start-clients.mjs';
import { startNode } from './start-node.mjs';
import { startRedis } from './start-redis.mjs';

export const nodeCount = 3;
const workerCount = 2;

/** Starts Redis, nodes and task workers that share it, a balancer in front of the nodes, and the process of the clients. */
export async function startCluster(program, { streams, environment = {} }) {
  const ledger = mkdtempSync(path.join(tmpdir(), 'load-ledger-'));
  const removeLedger = () => rmSync(ledger, { recursive: true, force: true });
  process.once('exit', removeLedger);
  const redis = await startRedis();
  const variables = { ...environment, MCP_REDIS_URL: redis.url, LOAD_LEDGER: ledger };
  const ports = await findPorts(nodeCount);
  const start = (port) => startNode(program, { port, environment: variables });
  const nodes = await Promise.all(ports.map(start));
  const workers = [];
  const balancer = await startBalancer(ports, streams);
  const clients = startClients();
  await clients.do('connect', { url: balancer.url, nodes: nodes.map(({ url }) => url) });
  /** What processes wrote that have ended. */
  const complaints = [];
  /** Starts the node of a place again, and waits until it takes requests. */
  const restart = async (index) => {
    complaints.push(...nodes[index].listComplaints());
    nodes[index] = await start(ports[index]);
    while (!(await nodes[index].isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  return {
    redis,
    nodes,
    balancer,
    clients,
    listComplaints: () => [
      ...complaints,
      ...[...nodes, ...workers].flatMap((each) => each.listComplaints()),
      ...redis.listComplaints(),
    ],
    /** Starts the task workers. They send commands to Redis even when there is nothing to do. */
    async startWorkers() {
      workers.push(...(await Promise.all(Array.from({ length: workerCount }, () => start()))));
    },
    /** Replaces one node after the other; resolves to their exit codes. */
    async restartAll() {
      const codes = [];
      for (const index of nodes.keys()) {
        codes.push(await nodes[index].stop());
        await restart(index);
      }
      return codes;
    },
    /** Kills a node and a task worker, and starts both again. Resolves to the process ids of those killed. */
    async killOne() {
      const pids = [nodes[0].pid, workers[0].pid];
      await Promise.all([nodes[0].kill(), workers[0].kill()]);
      complaints.push(...workers[0].listComplaints());
      [workers[0]] = await Promise.all([start(), restart(0)]);
      return pids;
    },
    /** What handlers have run: the processes that ran each text, in order. */
    readLedger() {
      const runs = new Map();
      for (const pid of readdirSync(ledger)) {
        for (const text of readFileSync(path.join(ledger, pid), 'utf8').split('\n').slice(0, -1)) {
          runs.set(text, [...(runs.get(text) ?? []), Number(pid)]);
        }
      }
      return runs;
    },
    async stop() {
      clients.stop();
      await Promise.all([...nodes, ...workers].map((each) => each.stop()));
      balancer.stop();
      redis.stop();
      removeLedger();
    },
  };
}
