import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport, printReport } from '../../runtime/core/service/report.js';
import type { Store } from '../../runtime/core/api/store.js';
import { redis } from '../../runtime/features/stores/redis/index.js';
import { startValkeyCluster } from '../kit/start-valkey.js';
import { describeStore } from './store-contract.js';

let cluster: Awaited<ReturnType<typeof startValkeyCluster>>;
const opened: { close?(): Promise<void> }[] = [];
const reports: string[] = [];

beforeAll(async () => {
  cluster = await startValkeyCluster();
}, 120_000);

afterAll(async () => {
  await Promise.all(opened.map((stores) => stores.close?.()));
  await cluster?.stop();
});

async function open(): Promise<Store> {
  const stores = redis({ url: cluster.nodes[1]?.url });
  await stores.open?.({
    name: 'bookshop',
    environment: {},
    report: (...given) => void reports.push(printReport(formatReport(...given))),
  });
  opened.push(stores);
  return stores.shared;
}

describeStore('a cluster of redis', open);

test('keys are spread over the nodes', async () => {
  const store = await open();
  await Promise.all(Array.from({ length: 60 }, (_, index) => store.write(`spread ${index}`, 'a', 60_000)));
  const sizes = cluster.nodes.map((node) => Number(/\d+/u.exec(node.run('DBSIZE'))?.[0]));
  expect(Math.min(...sizes)).toBeGreaterThan(0);
});

test(
  'keys on other nodes are served while one is away, and messages come again afterwards',
  { timeout: 90_000 },
  async () => {
    const store = await open();
    const heard: string[] = [];
    let gaps = 0;
    await store.subscribe(
      'news',
      (message) => void heard.push(message),
      () => void (gaps += 1),
    );
    const [first] = cluster.nodes;
    await first?.kill();
    await vi.waitUntil(() => !store.isAvailable, { timeout: 30_000 });
    const writing = Array.from({ length: 60 }, (_, index) => store.write(`other ${index}`, 'a', 60_000));
    const outcomes = (await Promise.allSettled(writing)).map(({ status }) => status);
    expect(new Set(outcomes)).toEqual(new Set(['fulfilled', 'rejected']));
    const before = gaps;
    await first?.restart();
    await vi.waitUntil(() => store.isAvailable && gaps > before, { timeout: 60_000 });
    await vi.waitUntil(
      async () => {
        await store.publish('news', 'again').catch(() => {});
        return heard.includes('again');
      },
      { timeout: 30_000 },
    );
  },
);
