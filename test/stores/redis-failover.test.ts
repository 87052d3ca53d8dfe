import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '../../runtime/core/api/store.js';
import { redis } from '../../runtime/features/stores/redis/index.js';
import { findOrInstall } from '../kit/find-program.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { startCable } from '../kit/start-cable.js';
import { startValkey, type Valkey } from '../kit/start-valkey.js';
import { at, openNodes, type StoreKind } from '../nodes/nodes-kit.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { request, type Wire } from '../wire/wire.js';

const patient = { timeout: 60_000, interval: 50 };
/** Milliseconds without an answer after which Sentinel takes a Redis for down. A busy machine may be slow; one that was slow in the last 8 s is made no replica. */
const downMs = 3000;
const call = (id: number): Wire => request(id, 'tools/call', { name: 'echo', arguments: {} });

/** Connects to Redis until the test is over. */
async function connect(url: string, reports: string[] = []): Promise<Store> {
  const stores = redis({ url });
  onTestFinished(async () => stores.close?.());
  await stores.open?.({ name: 'test', environment: {}, report: (_, message) => void reports.push(message) });
  return stores.shared;
}

/** Starts a Redis until the test is over, if need be as a replica. */
async function startRedis(primary?: Valkey): Promise<Valkey> {
  const settings = primary === undefined ? [] : [`replicaof 127.0.0.1 ${primary.port}`];
  const started = await startValkey({ settings: [...settings, 'repl-diskless-sync-delay 0'] });
  onTestFinished(() => started.stop());
  if (primary !== undefined) await vi.waitUntil(() => started.run('ROLE').includes('connected'), patient);
  return started;
}

/** Runs a program until the test is over. */
function run(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: 'ignore' });
  const exited = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
}

/** Starts Sentinel, which watches a primary. */
function startSentinel(primary: Valkey, port: number): void {
  const names = ['valkey-sentinel', 'redis-sentinel', 'valkey-server', 'redis-server'];
  const program = findOrInstall({ names, debianPackage: 'redis-server' });
  const folder = makeFolder({
    'sentinel.conf': [
      `port ${port}`,
      'bind 127.0.0.1',
      `sentinel monitor shop 127.0.0.1 ${primary.port} 1`,
      `sentinel down-after-milliseconds shop ${downMs}`,
      'sentinel failover-timeout shop 5000',
      '',
    ].join('\n'),
  });
  run(program, [path.join(folder, 'sentinel.conf'), '--sentinel']);
}

/** Starts the balancer of redis.cfg; gives its port. */
async function startFront(servers: readonly Valkey[]): Promise<number> {
  const program = findOrInstall({ names: ['haproxy'], debianPackage: 'haproxy' });
  // A port that was free a moment ago.
  const cable = await startCable(0);
  cable.stop();
  const text = readFileSync(path.join(import.meta.dirname, 'redis.cfg'), 'utf8');
  const ports = ['6379', '6389', '6399'];
  const configuration = text
    .replaceAll(/127\.0\.0\.1:(\d+)/gu, (_, port: string) => `127.0.0.1:${servers[ports.indexOf(port)]?.port}`)
    .replace('bind :6380', `bind 127.0.0.1:${cable.port}`);
  const folder = makeFolder({ 'redis.cfg': configuration });
  expect(readFileSync(path.join(folder, 'redis.cfg'), 'utf8')).not.toMatch(/:(?:6379|6380|6389|6399|undefined)\b/u);
  run(program, ['-db', '-f', path.join(folder, 'redis.cfg')]);
  // Before its first checks, it takes all of them for primaries.
  const [first] = servers;
  const roles = (): string => servers.map(() => first?.run('-p', String(cable.port), 'ROLE')).join();
  await vi.waitUntil(() => /^master[^,]*,master[^,]*,master/u.test(roles()), patient);
  return cable.port;
}

test(
  'a session goes on after the failover of Sentinel, behind a balancer that knows the primary',
  { timeout: 180_000 },
  async () => {
    const primary = await startRedis();
    const replicas = [await startRedis(primary), await startRedis(primary)];
    const port = await startFront([primary, ...replicas]);
    const sentinel = await startCable(0);
    sentinel.stop();
    startSentinel(primary, sentinel.port);
    const opened: Store[] = [];
    const kind: StoreKind = {
      name: 'redis with replicas',
      open: async () => async () => {
        const store = await connect(`redis://127.0.0.1:${port}`);
        opened.push(store);
        return store;
      },
    };
    const [one, other, third] = await openNodes(kind, makeBusyServer());
    const session = await one.initialize('2025-11-25');
    expect((await at(other, session).post(call(1))).status).toBe(200);
    // The replicas have it, and Sentinel knows the replicas.
    await vi.waitUntil(() => replicas.every((replica) => offsetOf(replica) === offsetOf(primary)), patient);
    await vi.waitUntil(
      () => askSentinel(primary, sentinel.port, 'REPLICAS').match(/slave-priority/gu)?.length === 2,
      patient,
    );

    await primary.kill();
    await vi.waitUntil(() => opened.every(({ isAvailable }) => !isAvailable), patient);
    await vi.waitUntil(() => opened.every(({ isAvailable }) => isAvailable), patient);
    // It never saw the session, and reads it from the new primary.
    expect((await at(third, session).post(call(2))).status).toBe(200);
    const again = await other.initialize('2025-11-25');
    expect((await at(third, again).post(call(3))).status).toBe(200);

    // The former primary is back, first as a primary. Nothing is written there.
    await primary.restart();
    await vi.waitUntil(() => primary.run('ROLE').startsWith('slave'), patient);
    expect((await at(one, again).post(call(4))).status).toBe(200);
    expect(opened.every(({ isAvailable }) => isAvailable)).toBe(true);
  },
);

/** How far a Redis is in the changes of its primary, or in its own. */
function offsetOf(one: Valkey): string | undefined {
  return /(?:slave|master)_repl_offset:(\d+)/u.exec(one.run('INFO', 'replication'))?.[1];
}

/** Sentinel's list of the replicas that it knows. */
function askSentinel({ run: ask }: Valkey, port: number, command: string): string {
  return ask('-p', String(port), 'SENTINEL', command, 'shop');
}

test(
  'a primary that becomes a replica, and keeps its connections, is left for the new one',
  { timeout: 120_000 },
  async () => {
    const primary = await startRedis();
    const replica = await startRedis(primary);
    const cable = await startCable(primary.port);
    onTestFinished(() => cable.stop());
    const reports: string[] = [];
    const store = await connect(`redis://127.0.0.1:${cable.port}`, reports);
    const heard: string[] = [];
    await store.subscribe('news', (message) => heard.push(message));
    await store.write('kept', 'before', 60_000);
    await vi.waitUntil(() => offsetOf(replica) === offsetOf(primary), patient);

    replica.run('REPLICAOF', 'NO', 'ONE');
    cable.moveTo(replica.port);
    primary.run('REPLICAOF', '127.0.0.1', String(replica.port));
    await expect(store.write('lost', 'x', 60_000)).rejects.toMatchObject({ name: 'StoreError' });
    await vi.waitFor(() => store.write('kept', 'after', 60_000), patient);
    expect(replica.run('GET', 'mcp:test:kept').trim()).toBe('after');
    await vi.waitFor(async () => {
      await store.publish('news', 'hello');
      expect(heard).toContain('hello');
    }, patient);
    // In between it may be away once more.
    expect(reports[0]).toContain('cannot be reached: it is a replica, which accepts no changes');
    expect(reports.at(-1)).toContain('can be reached again');
  },
);

test('a replica that is the only address does not fill the log', { timeout: 120_000 }, async () => {
  const primary = await startRedis();
  const replica = await startRedis(primary);
  const reports: string[] = [];
  const store = await connect(replica.url, reports);
  for (let turn = 0; turn < 50; turn += 1) {
    await expect(store.write('lost', 'x', 60_000)).rejects.toMatchObject({ name: 'StoreError' });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // Its two connections are opened again once in five seconds, and each may be reported as lost and as back.
  expect(reports.length).toBeLessThanOrEqual(8);
});
