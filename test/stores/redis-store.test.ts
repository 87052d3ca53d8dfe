import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatReport, printReport } from '../../runtime/core/service/report.js';
import { redis, type RedisOptions } from '../../runtime/features/stores/redis/index.js';
import type { Store, StoreHost } from '../../runtime/core/api/store.js';
import { startValkey, type Valkey, type ValkeyOptions } from '../kit/start-valkey.js';
import { describeStore } from './store-contract.js';

let valkey: Valkey;
const opened: { close?(): Promise<void> }[] = [];
const reports: string[] = [];

beforeAll(async () => {
  valkey = await startValkey();
}, 120_000);

afterAll(async () => {
  await Promise.all(opened.map((stores) => stores.close?.()));
  await valkey?.stop();
});

async function open(options: RedisOptions, host: Partial<StoreHost> = {}): Promise<Store> {
  const stores = redis(options);
  await stores.open?.({
    name: 'bookshop',
    environment: {},
    report: (...given) => void reports.push(printReport(formatReport(...given))),
    ...host,
  });
  opened.push(stores);
  return stores.shared;
}

/** Starts a Redis of its own for a test. */
async function startOwn(options?: ValkeyOptions): Promise<Valkey> {
  const own = await startValkey(options);
  onTestFinished(() => own.stop());
  return own;
}

describeStore('redis', () => open({ url: valkey.url }));

describe('an outage of Redis', () => {
  test('commands fail at once, and all goes on afterwards with what was confirmed', { timeout: 60_000 }, async () => {
    const own = await startOwn();
    const seen: string[] = [];
    const [one, other] = [
      await open({ url: own.url }, { report: (...given) => void seen.push(printReport(formatReport(...given))) }),
      await open({ url: own.url }),
    ];
    const heard: string[] = [];
    let gaps = 0;
    await one.subscribe(
      'news',
      (message) => heard.push(message),
      () => void (gaps += 1),
    );
    await one.write('kept', 'a', 60_000);
    expect(await one.append('log', 'first', 60_000, 10)).toBe(1);
    await own.kill();
    await until(() => !one.isAvailable && !other.isAvailable);
    for (const failing of [one.read('kept'), one.append('log', 'x', 60_000, 10), one.publish('news', 'x')]) {
      await expect(failing).rejects.toMatchObject({ name: 'StoreError' });
    }
    await expect(one.subscribe('more', () => {})).rejects.toMatchObject({ name: 'StoreError' });
    await own.restart();
    await until(() => one.isAvailable && other.isAvailable && gaps > 0);
    expect(gaps).toBe(1);
    expect(await one.read('kept')).toBe('a');
    // The new process does not know the script yet.
    expect(await other.append('log', 'second', 60_000, 10)).toBe(2);
    expect((await one.readLog('log', 0))?.map(({ text }) => text)).toEqual(['first', 'second']);
    await other.publish('news', 'again');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['again']);
    // Each connection says it, not each attempt.
    expect(seen.map((line) => line.replace(/^\S+ /u, '').replace(/reached: .*/u, 'reached: …'))).toEqual([
      `STORE | ERROR: Redis at 127.0.0.1:${own.port} cannot be reached: …`,
      `STORE | WARNING: Redis at 127.0.0.1:${own.port} can be reached again`,
    ]);
  });

  test(
    'a Redis that is silent fails like one that is away, and is available when it answers',
    { timeout: 60_000 },
    async () => {
      const own = await startOwn();
      const store = await open({ url: own.url });
      await store.write('kept', 'a', 60_000);
      own.pause();
      await expect(store.read('kept')).rejects.toMatchObject({ name: 'StoreError' });
      expect(store.isAvailable).toBe(false);
      // At once now.
      await expect(store.read('kept')).rejects.toThrow('The store cannot be reached');
      own.resume();
      await until(() => store.isAvailable);
      expect(await store.read('kept')).toBe('a');
    },
  );

  test('a Redis that is full fails as it says', async () => {
    const own = await startOwn({ settings: ['maxmemory 1', 'maxmemory-policy noeviction'] });
    const store = await open({ url: own.url });
    await expect(store.write('a', 'a', 60_000)).rejects.toThrow(/^Redis has refused a command: OOM/u);
    expect(store.isAvailable).toBe(true);
  });
});

describe('opening a store', () => {
  test('the address comes from the environment unless it is given', async () => {
    const store = await open({}, { environment: { MCP_REDIS_URL: valkey.url } });
    await store.write('where', 'environment', 60_000);
    expect(await (await open({ url: valkey.url })).read('where')).toBe('environment');
  });

  test('servers of different names do not see each other, unless they have one namespace', async () => {
    const [one, other] = [
      await open({ url: valkey.url }, { name: 'one' }),
      await open({ url: valkey.url }, { name: 'other' }),
    ];
    await one.write('mine', 'a', 60_000);
    expect(await other.read('mine')).toBeUndefined();
    const third = await open({ url: valkey.url, namespace: 'one' }, { name: 'third' });
    expect(await third.read('mine')).toBe('a');
    expect(valkey.run('EXISTS', 'mcp:one:mine').trim()).toBe('1');
  });

  test.each([
    ['nothing', {}, 'MCP_REDIS_URL is not set'],
    ['another kind of address', { url: 'http://user:hush@localhost:1' }, 'The address passed to `redis()` is not'],
    ['no address', { url: 'localhost:6379' }, 'is not a Redis address'],
  ])('%s is refused, and the password is not repeated', async (_, options, message) => {
    const failing = open(options);
    await expect(failing).rejects.toThrow(message);
    await expect(failing).rejects.not.toThrow('hush');
  });

  test('a password is needed, and a wrong one ends the server at once', async () => {
    const own = await startOwn({ password: 'open,s/sam%' });
    const store = await open({ url: own.url });
    await store.write('a', 'b', 60_000);
    expect(await store.read('a')).toBe('b');
    const wrong = open({ url: `redis://:hush@127.0.0.1:${own.port}`, waitMs: 600_000 });
    await expect(wrong).rejects.toThrow(/^Redis at 127\.0\.0\.1:\d+ cannot be used: WRONGPASS/u);
    await expect(wrong).rejects.not.toThrow('hush');
    const without = open({ url: `redis://127.0.0.1:${own.port}`, waitMs: 600_000 });
    await expect(without).rejects.toThrow('cannot be used: NOAUTH');
  });

  test('a Redis that is not there is waited for', { timeout: 60_000 }, async () => {
    const own = await startOwn();
    const seen: string[] = [];
    await own.kill();
    await expect(open({ url: own.url, waitMs: 1 })).rejects.toThrow(/cannot be used: .*ECONNREFUSED/u);
    const opening = open(
      { url: own.url },
      { report: (...given) => void seen.push(printReport(formatReport(...given))) },
    );
    await until(() => seen.length > 0);
    expect(seen[0]).toContain('; the server will keep trying for up to 30 seconds');
    await own.restart();
    expect(await (await opening).read('a')).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  test('several servers of a process share one connection until the last one has closed it', async () => {
    const stores = redis(valkey.url);
    const host: StoreHost = { name: 'shared', environment: {}, report: () => {} };
    await Promise.all([stores.open?.(host), stores.open?.(host)]);
    await stores.close?.();
    expect(await stores.shared.read('a')).toBeUndefined();
    await stores.close?.();
    await expect(stores.shared.read('a')).rejects.toThrow('not open');
  });
});

function until(isTrue: () => boolean): Promise<void> {
  return vi.waitUntil(isTrue, { timeout: 50_000, interval: 10 }).then(() => {});
}
