import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StoreError, type Stores } from '../../runtime/core/api/store.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { createWebServer, type WebServer } from '../../runtime/transports/web/index.js';
import { openState, storeKinds, type SharedState } from '../kit/open-stores.js';
import { postInit } from '../kit/post-init.js';
import { oneTool } from '../wire/fixture-server.js';
import { modern, type Wire } from '../wire/wire.js';

const subject = oneTool(() => 'done');
// Few enough: while a test runs, no further one flows in.
const rate = 3;

function open(stores: Stores): WebServer {
  const authenticate = ({ header }: { header(name: string): string | undefined }) => ({
    principal: header('x-user') ?? 'nobody',
  });
  return createWebServer({ ...subject, stores, authenticate, options: { callsPerSecond: rate } });
}

async function call(server: WebServer, user: string): Promise<Wire> {
  const message = modern(1, 'tools/call', { name: 'probe', arguments: {} });
  const request = new Request('https://limits.example/mcp', postInit(message, { 'X-User': user }));
  return (await (await server.fetch(request)).json()) as Wire;
}

function countGranted(answers: readonly Wire[]): number {
  return answers.filter((answer) => answer['result'] !== undefined).length;
}

describe.each(storeKinds)('servers that share a store of the kind %s', (kind) => {
  let state: SharedState;
  beforeAll(async () => {
    state = await openState(kind);
  }, 120_000);
  afterAll(() => state?.stop());

  test('count the calls of a caller together', async () => {
    const servers = await Promise.all([1, 2, 3].map(async () => open(await state.node())));
    const start = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => call(servers[index % 3] as WebServer, 'ann')),
    );
    const flownIn = ((performance.now() - start) / 1000) * rate;
    expect(countGranted(answers)).toBeGreaterThanOrEqual(rate);
    expect(countGranted(answers)).toBeLessThanOrEqual(rate + flownIn);
    const [refused] = answers.flatMap(({ error }) => (error === undefined ? [] : [error as Wire]));
    expect(refused).toMatchObject({ code: 429, message: 'Too many requests: at most 3 a second' });
    expect(refused?.['data'].retryAfterMs).toBeGreaterThan(0);
    // Each caller has calls of its own.
    expect(countGranted([await call(servers[0] as WebServer, 'bob')])).toBe(1);
  });
});

test('each server counts alone while the store is away', async () => {
  const shared = new MemoryStore();
  shared.take = () => Promise.reject(new StoreError('away'));
  onTestFinished(() => shared.close());
  const servers = [open({ shared }), open({ shared })];
  for (const server of servers) {
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 9 }, () => call(server, 'ann')));
    const flownIn = ((performance.now() - start) / 1000) * rate;
    expect(countGranted(answers)).toBeGreaterThanOrEqual(rate);
    expect(countGranted(answers)).toBeLessThanOrEqual(rate + flownIn);
  }
});

test('a caller that was refused costs no command until its time has come', async () => {
  const shared = new MemoryStore();
  let commands = 0;
  shared.take = async () => {
    commands += 1;
    return 60_000;
  };
  const server = open({ shared });
  for (let calls = 0; calls < 5; calls += 1) expect((await call(server, 'ann'))['error'].code).toBe(429);
  expect(commands).toBe(1);
});
