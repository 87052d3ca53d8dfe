import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StoreError, type Store, type Stores } from '../../runtime/core/api/store.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { createWebServer, type WebServer } from '../../runtime/transports/web/index.js';
import { openState, storeKinds, type SharedState } from '../kit/open-stores.js';
import { postInit } from '../kit/post-init.js';
import { nameSchema, probe } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import type { Wire } from '../wire/wire.js';

const minute = 60_000;
const hour = 60 * minute;
const asking = oneTool(async (_, { elicit }) => (await elicit('Well?', nameSchema)).action);
const inputResponses = { ask: { action: 'accept', content: { name: 'x' } } };

function open(stores: Stores, options: object = {}): WebServer {
  return createWebServer({ ...asking, stores, options });
}

async function call(server: WebServer, more: object = {}): Promise<Wire> {
  const request = new Request('https://asking.example/mcp', postInit(probe(1, more)));
  return (await (await server.fetch(request)).json()) as Wire;
}

async function ask(server: WebServer): Promise<string> {
  return (await call(server))['result'].requestState as string;
}

/** What the tool returns when a server opens a state: `accept`. */
async function answer(server: WebServer, requestState: string): Promise<unknown> {
  const { result, error } = await call(server, { requestState, inputResponses });
  return result?.content[0].text ?? error;
}

/** A store that counts its commands, and can be away. */
function watch(store: Store): { readonly stores: Stores; readonly commands: string[]; isAway: boolean } {
  const commands: string[] = [];
  const watched = { commands, isAway: false, stores: { shared: store } };
  const shared = new Proxy(store, {
    get: (target, name: keyof Store) => {
      const value: unknown = target[name];
      if (typeof value !== 'function') return value;
      return async (...given: readonly unknown[]) => {
        commands.push(name);
        if (watched.isAway) throw new StoreError('away');
        return Reflect.apply(value, target, given) as unknown;
      };
    },
  });
  return Object.assign(watched, { stores: { shared } });
}

describe.each(storeKinds)('servers that share a store of the kind %s', (kind) => {
  let state: SharedState;
  beforeAll(async () => {
    state = await openState(kind);
  }, 120_000);
  afterAll(() => state?.stop());

  test('open the states of each other', async () => {
    const servers = await Promise.all([1, 2, 3].map(async () => open(await state.node())));
    // All at once: one of them makes the key.
    const states = await Promise.all(servers.map(ask));
    for (const server of servers) {
      for (const requestState of states) expect(await answer(server, requestState)).toBe('accept');
    }
  });
});

describe('the keys that servers share', () => {
  test('cost no command while they are known', async () => {
    const { stores, commands } = watch(new MemoryStore());
    const server = open(stores);
    await answer(server, await ask(server));
    expect(commands.slice(-2)).toEqual(['read', 'add']);
    const { length } = commands;
    for (let calls = 0; calls < 5; calls += 1) await answer(server, await ask(server));
    expect(commands).toHaveLength(length);
  });

  test('do not count where the server has keys of its own', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { stores, commands } = watch(new MemoryStore());
    const [own, other] = [open(stores, { stateKeys: ['k'.repeat(32)] }), open(stores)];
    const requestState = await ask(own);
    expect(commands).not.toContain('read');
    expect(await answer(other, requestState)).toMatchObject({ code: -32602 });
  });

  test('are replaced each day, and the old ones open for 31 days', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = new MemoryStore();
    const [one, other] = [open({ shared: store }), open({ shared: store })];
    const idOf = (requestState: string): string | undefined => requestState.split('.')[1];
    const oldest = idOf(await ask(one));
    vi.advanceTimersByTime(24 * hour - 5 * minute);
    const first = await ask(one);
    expect(idOf(first)).toBe(oldest);
    expect(idOf(await ask(other))).toBe(oldest);
    vi.advanceTimersByTime(11 * minute);
    const second = await ask(one);
    expect(idOf(second)).not.toBe(oldest);
    // The other one does not know the new key, and finds it.
    expect(await answer(other, second)).toBe('accept');
    expect(await answer(other, first)).toBe('accept');
    expect(await answer(open({ shared: store }), first)).toBe('accept');
    expect(idOf(await ask(other))).toBe(idOf(second));
    const countKeys = async (): Promise<number> => JSON.parse((await store.read('state-keys')) ?? '').length;
    expect(await countKeys()).toBe(2);
    vi.advanceTimersByTime(29 * 24 * hour);
    await ask(one);
    expect(await countKeys()).toBe(3);
    vi.advanceTimersByTime(2 * 24 * hour);
    await ask(other);
    expect(await countKeys()).toBe(2);
  });

  test('are enough while the store is away; a server that knows none says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const watched = watch(new MemoryStore());
    const [known, fresh] = [open(watched.stores), open(watched.stores)];
    const requestState = await ask(known);
    watched.isAway = true;
    expect(await answer(known, requestState)).toBe('accept');
    expect(await answer(known, await ask(known))).toBe('accept');
    const message = 'The state cannot be decrypted right now: try again later';
    expect(await answer(fresh, requestState)).toEqual({ code: -32603, message });
    expect((await call(fresh))['error']).toMatchObject({ code: -32603 });
    // A state of an unknown key may come from another server.
    expect(await answer(known, requestState.replace(/\.[\w-]+\./u, '.AAAAAAAA.'))).toEqual({ code: -32603, message });
    watched.isAway = false;
    expect(await answer(fresh, requestState)).toBe('accept');
    expect(await answer(known, requestState.replace(/\.[\w-]+\./u, '.AAAAAAAA.'))).toMatchObject({ code: -32602 });
  });

  test('that no process knows are looked for by one command at a time', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { stores, commands } = watch(new MemoryStore());
    const server = open(stores);
    const requestState = await ask(server);
    const forged = Array.from({ length: 100 }, (_, index) =>
      requestState.replace(/\.[\w-]+\./u, `.AAAAAA${10 + index}.`),
    );
    await Promise.all(forged.map((each) => answer(server, each)));
    expect(commands.length).toBeLessThan(10);
  });

  test('that are damaged in the store are replaced', async () => {
    const store = new MemoryStore();
    for (const damaged of ['', '{"secret":1}', '[{"secret":"x"}]']) {
      await store.write('state-keys', damaged, hour);
      const server = open({ shared: store });
      expect(await answer(server, await ask(server))).toBe('accept');
    }
  });
});
