import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Stores } from '../../runtime/core/api/store.js';
import { redis } from '../../runtime/features/stores/redis/index.js';
import { sqlite } from '../../runtime/features/stores/sqlite/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { makeFolder } from '../kit/make-folder.js';
import { openValkey } from '../kit/open-valkey.js';

/** Opens the connection of another process to the state of a test. */
export type OpenStores = () => Promise<Stores>;

/** Makes an empty state for one test. Its connections are closed after the test. */
export function newState(kind: 'memory' | 'sqlite' | 'redis'): OpenStores {
  if (kind === 'memory') {
    const store = new MemoryStore();
    return async () => ({ shared: store });
  }
  const file = path.join(makeFolder(), 'state.sqlite');
  const namespace = crypto.randomUUID();
  return async () => {
    const stores = kind === 'sqlite' ? sqlite(file) : redis({ url: (await openValkey()).url, namespace });
    await stores.open?.({ name: 'test', environment: {}, report: () => {} });
    // After the nodes of the test have stopped: what is registered last is called first.
    onTestFinished(() => stores.close?.());
    return stores;
  };
}
