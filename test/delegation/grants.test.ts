import { afterEach, describe, expect, test, vi } from 'vitest';
import { StoreError, type Store } from '../../runtime/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import type { ProtectedServer } from '../auth/books.js';
import { reports } from '../wire/wire.js';
import { Browser } from './browser.js';
import { call, connect, readQuestion, retry, textOf, useConsentingShop } from './consenting-shop.js';

const at = useConsentingShop();
const key = 'a key of at least thirty-two characters';

afterEach(() => {
  vi.useRealTimers();
});

describe('grants', () => {
  test('an access token that has ended is refreshed, once for all calls', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const server = await at.open();
    await connect(server, await at.tokenOf(server));
    vi.setSystemTime(Date.now() + 3590_001);
    const token = await at.tokenOf(server);
    await Promise.all([call(server, token), call(server, token), call(server, token)]);
    await call(server, token);
    expect(at.sentTokens()).toEqual(['1', '2', '2', '2', '2'].map((count) => `Bearer access-${count}-of-ada`));
    expect(at.orders.exchanged.slice(1)).toEqual([{ grant_type: 'refresh_token', refresh_token: 'refresh-1-of-ada' }]);
  });

  test('a refresh without a new refresh token keeps the old one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const server = await at.open();
    await connect(server, await at.tokenOf(server));
    at.orders.granted = { refresh_token: undefined };
    vi.setSystemTime(Date.now() + 3600_000);
    await call(server, await at.tokenOf(server));
    at.orders.refreshTokens.set('refresh-1-of-ada', 'ada');
    vi.setSystemTime(Date.now() + 3600_000);
    await call(server, await at.tokenOf(server));
    expect(at.orders.exchanged.slice(1).map((form) => form['refresh_token'])).toEqual([
      'refresh-1-of-ada',
      'refresh-1-of-ada',
    ]);
  });

  test('an access token that the API refuses is refreshed once', async () => {
    const server = await at.open();
    const token = await at.tokenOf(server);
    await connect(server, token);
    at.shop.api.answer = ({ headers }, response) =>
      response.writeHead(headers['authorization'] === 'Bearer access-2-of-ada' ? 200 : 401).end();
    await call(server, token);
    expect(at.sentTokens().slice(1)).toEqual(['Bearer access-1-of-ada', 'Bearer access-2-of-ada']);
    at.shop.api.answer = (_, response) => response.writeHead(401).end();
    const answer = await call(server, token);
    expect(textOf(answer)).toContain('returned 401');
  });

  test('a grant that was taken back is forgotten, and the user is asked again', async () => {
    const server = await at.open();
    const token = await at.tokenOf(server);
    await connect(server, token);
    at.orders.refreshTokens.clear();
    at.shop.api.answer = (_, response) => response.writeHead(401).end();
    const asked = await call(server, token);
    expect(asked).toHaveProperty('inputRequests.consent_orders');
    at.shop.api.answer = (_, response) => response.writeHead(200).end();
    await new Browser('ada').open(readQuestion(asked).url);
    await retry(server, token, asked);
    expect(at.sentTokens().at(-1)).toBe('Bearer access-2-of-ada');
  });

  test('without a refresh token the user is asked again', async () => {
    at.orders.granted = { refresh_token: undefined, expires_in: undefined };
    const server = await at.open();
    const token = await at.tokenOf(server);
    await connect(server, token);
    at.shop.api.answer = (_, response) => response.writeHead(401).end();
    expect(await call(server, token)).toHaveProperty('inputRequests');
  });

  test('an error of the token endpoint costs no grant', async () => {
    const server = await at.open();
    const token = await at.tokenOf(server);
    await connect(server, token);
    const { answer } = at.shop.tokens;
    at.shop.api.answer = ({ headers }, response) =>
      response.writeHead(headers['authorization'] === 'Bearer access-2-of-ada' ? 200 : 401).end();
    at.shop.tokens.answer = (_, response) => response.writeHead(500).end('{}');
    expect(textOf(await call(server, token))).toBe('No credentials for the orders API');
    at.shop.tokens.answer = answer;
    await call(server, token);
    expect(at.sentTokens().at(-1)).toBe('Bearer access-2-of-ada');
  });
});

describe('several nodes', () => {
  /** Two servers of one resource that share a store. */
  async function openTwo(store: Store): Promise<readonly [ProtectedServer, ProtectedServer]> {
    const shared = { ports: { stores: { shared: store } }, start: { stateKeys: [key] } };
    const one = await at.open(shared);
    const other = await at.open({ ...shared, auth: { resource: one.subject.url } });
    return [one, other];
  }

  test('a flow goes on at another node, and all nodes have the grant', async () => {
    const [one, other] = await openTwo(new MemoryStore());
    const token = await at.tokenOf(one);
    const asked = await call(one, token);
    const waiting = retry(other, token, asked);
    const { origin } = new URL(one.subject.url);
    const nodes: string[] = [];
    // Every second request goes to the other node.
    const route = (url: URL): URL => {
      if (url.origin !== origin) return url;
      nodes.push(url.pathname);
      return nodes.length % 2 === 1 ? url : new URL(url.pathname + url.search, other.subject.url);
    };
    const page = await new Browser('ada', route).open(readQuestion(asked).url);
    expect(page.text).toContain('orders is connected');
    expect(nodes).toHaveLength(3);
    expect(await waiting).toMatchObject({ structuredContent: {} });
    expect(await call(other, token)).toMatchObject({ structuredContent: {} });
  });

  test('two nodes do not refresh a grant twice', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const [one, other] = await openTwo(new MemoryStore());
    await connect(one, await at.tokenOf(one));
    vi.setSystemTime(Date.now() + 3600_000);
    const token = await at.tokenOf(one);
    await Promise.all([call(one, token), call(other, token), call(one, token), call(other, token)]);
    expect(at.sentTokens().slice(1)).toEqual(Array.from({ length: 4 }, () => 'Bearer access-2-of-ada'));
    expect(at.orders.exchanged).toHaveLength(2);
  });

  test('a refresh that takes long is not begun by another node, too', async () => {
    let tries = 0;
    let triedTwice = (): void => {};
    const isTriedTwice = new Promise<void>((resolve) => (triedTwice = resolve));
    class WatchedStore extends MemoryStore {
      override async add(...[name, value, ttl]: Parameters<Store['add']>): Promise<boolean> {
        const isAdded = await super.add(name, value, ttl);
        if (name.endsWith(':refreshing') && (tries += 1) === 2) triedTwice();
        return isAdded;
      }
    }
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() });
    const [one, other] = await openTwo(new WatchedStore());
    await connect(one, await at.tokenOf(one));
    vi.advanceTimersByTime(3600_000);
    const token = await at.tokenOf(one);
    const { answer } = at.shop.tokens;
    let release = (): void => {};
    const isHeld = new Promise<void>((held) => {
      at.shop.tokens.answer = (request, response) => {
        at.shop.tokens.answer = answer;
        release = () => answer(request, response);
        held();
      };
    });
    const first = call(one, token);
    await isHeld;
    // Metadata, and two attempts at the token endpoint, may take 35 s.
    vi.advanceTimersByTime(36_000);
    const second = call(other, token);
    await isTriedTwice;
    release();
    for (const result of await Promise.all([first, second])) expect(result).toMatchObject({ structuredContent: {} });
    expect(at.orders.exchanged).toHaveLength(2);
  });

  test('the store holds nothing that can be read, and nothing that can be moved', async () => {
    const written = new Map<string, string>();
    class SeenStore extends MemoryStore {
      override async write(...[name, value, ttl]: Parameters<Store['write']>): Promise<void> {
        written.set(name, value);
        await super.write(name, value, ttl);
      }
    }
    const store = new SeenStore();
    const [one] = await openTwo(store);
    const [ada, bob] = [await at.tokenOf(one), await at.tokenOf(one, 'bob')];
    await connect(one, ada);
    await connect(one, bob, 'bob');
    const all = JSON.stringify([...written]);
    for (const secret of ['access-1-of-ada', 'refresh-1-of-ada', at.shop.issuer.url]) expect(all).not.toContain(secret);
    const [adas = '', bobs = ''] = [...written.keys()].filter((name) => name.includes(':grant:'));
    await store.write(bobs, written.get(adas) ?? '', 60_000);
    expect(await call(one, bob)).toHaveProperty('inputRequests');
    expect(reports.join('')).toContain('A stored record was ignored: it belongs to another key');
  });

  test.each([
    ['another account', { clientId: 'another' }],
    ['another token endpoint', { tokenEndpoint: 'https://other.example/token' }],
    ['more scopes', { scopes: ['orders:read', 'orders:write', 'orders:admin'] }],
  ])('a grant is not used after the definition has %s', async (_, change) => {
    const shared = { ports: { stores: { shared: new MemoryStore() } }, start: { stateKeys: [key] } };
    const former = await at.open(shared);
    const token = await at.tokenOf(former);
    await connect(former, token);
    const same = await at.open({ ...shared, auth: { resource: former.subject.url } });
    expect(await call(same, token)).toMatchObject({ structuredContent: {} });
    const changed = await at.open({ ...shared, auth: { resource: former.subject.url } }, change);
    expect(await call(changed, token)).toHaveProperty('inputRequests.consent_orders');
    expect(at.sentTokens()).toEqual(['Bearer access-1-of-ada', 'Bearer access-1-of-ada']);
  });

  test('while the store cannot be reached, calls and pages say so', async () => {
    let isDown = false;
    class FailingStore extends MemoryStore {
      override async read(name: string): Promise<string | undefined> {
        if (isDown) throw new StoreError('The store cannot be reached');
        return super.read(name);
      }
    }
    const [one] = await openTwo(new FailingStore());
    const token = await at.tokenOf(one);
    const { url } = readQuestion(await call(one, token));
    isDown = true;
    expect(textOf(await call(one, token))).toBe('No credentials for the orders API');
    expect(reports.join('')).toContain('No credentials for the orders API: The store cannot be reached');
    const page = await new Browser('ada').open(url);
    expect(page.status).toBe(503);
    expect(page.text).toContain('This server is unavailable right now. Try again later.');
    isDown = false;
    expect((await new Browser('ada').open(url)).text).toContain('orders is connected');
  });

  test('a shared store needs keys that all nodes have', async () => {
    await expect(at.open({ ports: { stores: { shared: new MemoryStore() } } })).rejects.toThrow(
      '`consent` of the orders API stores secrets that several processes share: set MCP_STATE_KEYS',
    );
  });
});
