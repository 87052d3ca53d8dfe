import path from 'node:path';
import type { Stores } from '../../runtime/core/api/store.js';
import { redis } from '../../runtime/features/stores/redis/index.js';
import { sqlite } from '../../runtime/features/stores/sqlite/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { makeFolder } from './make-folder.js';
import { startValkey } from './start-valkey.js';

/** Every kind of store. */
export const storeKinds = ['memory', 'sqlite', 'redis'] as const;

/** State that the nodes of a test share. */
export interface SharedState {
  /** Stores of another node: with Redis and SQLite it has a connection of its own, which is open. */
  node(): Promise<Stores>;
  /** Closes the stores of all nodes, and deletes the state. */
  stop(): Promise<void>;
}

/** Makes an empty state of a kind. Valkey or Redis is started for it. */
export async function openState(kind: (typeof storeKinds)[number]): Promise<SharedState> {
  const valkey = kind === 'redis' ? await startValkey() : undefined;
  const file = path.join(makeFolder(), 'state.sqlite');
  const shared = new MemoryStore();
  const opened: Stores[] = [];
  return {
    async node() {
      if (kind === 'memory') return { shared };
      const stores = valkey === undefined ? sqlite(file) : redis(valkey.url);
      await stores.open?.({ name: 'test', environment: {}, report: () => {} });
      opened.push(stores);
      return stores;
    },
    async stop() {
      await Promise.all(opened.map((stores) => stores.close?.()));
      await valkey?.stop();
    },
  };
}
