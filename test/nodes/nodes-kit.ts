import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store, Stores } from '../../runtime/index.js';
import { redis } from '../../runtime/features/stores/redis/index.js';
import { sqlite } from '../../runtime/features/stores/sqlite/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { makeFolder } from '../kit/make-folder.js';
import { openValkey } from '../kit/open-valkey.js';
import { ableClient } from '../wire/asking.js';
import { HttpTestSession, serve, sessionHeaders, type HttpSubject, type HttpTestOptions } from '../wire/http-kit.js';
import { initialize, initialized, type Subject } from '../wire/wire.js';
import { CutStore } from '../kit/cut-store.js';

/** A store that all processes of a test share. */
export interface StoreKind {
  readonly name: string;
  /** Opens a new, empty store; returns a function that connects to it. */
  open(): Promise<() => Promise<Store>>;
}

/** The stores that the tests of several processes run on. */
export const storeKinds: readonly StoreKind[] = [
  {
    name: 'memory',
    open: async () => {
      const store = new MemoryStore();
      return async () => store;
    },
  },
  {
    name: 'sqlite',
    open: async () => {
      const file = path.join(makeFolder(), 'state.sqlite');
      return () => connect(sqlite(file));
    },
  },
  {
    name: 'redis',
    open: async () => {
      const { url } = await openValkey();
      const namespace = crypto.randomUUID();
      return () => connect(redis({ url, namespace }));
    },
  },
];

/** Connects to a store until the test is over. */
async function connect(stores: Stores): Promise<Store> {
  await stores.open?.({ name: 'test', environment: {}, report: () => {} });
  onTestFinished(async () => stores.close?.());
  return stores.shared;
}

/** One process of a server. */
export interface TestNode extends HttpSubject {
  readonly store: CutStore;
}

/** Opens a store for processes of a server; returns a function that starts one. */
export async function prepareNodes(
  kind: StoreKind,
  subject: Subject,
  options: HttpTestOptions = {},
): Promise<() => Promise<TestNode>> {
  const connect = await kind.open();
  return async () => {
    const store = new CutStore(await connect());
    return Object.assign(await serve(subject, { ...options, ports: { stores: { shared: store } } }), { store });
  };
}

/** Serves a subject with three processes that share a store. */
export async function openNodes(
  ...given: Parameters<typeof prepareNodes>
): Promise<readonly [TestNode, TestNode, TestNode]> {
  const open = await prepareNodes(...given);
  return [await open(), await open(), await open()];
}

/** A session of a client that can be asked everything. */
export async function openAble(server: HttpSubject): Promise<HttpTestSession> {
  const hello = initialize('init', '2025-11-25');
  const { headers } = await server.post({ ...hello, params: { ...hello['params'], capabilities: ableClient } });
  const session = new HttpTestSession(server, sessionHeaders(headers['mcp-session-id'] ?? '', '2025-11-25'));
  await session.post(initialized);
  return session;
}

/** The session of a client at another process. */
export function at(node: HttpSubject, { headers }: HttpTestSession): HttpTestSession {
  return new HttpTestSession(node, headers);
}

/** As if the process were killed: it reaches neither the store nor its clients anymore. */
export function kill(node: TestNode): void {
  node.store.cut();
  node.dropClients();
}
