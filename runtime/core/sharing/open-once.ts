import type { Store, StoreHost, Stores } from '../api/store.js';

/** Store that must be opened before use. */
export interface OpenableStore extends Store {
  open(host: StoreHost): Promise<void>;
}

/** Creates stores for servers that share one connection: the first server opens it, the last one closes it. */
export function openOnce(shared: OpenableStore): Stores {
  let users = 0;
  let opening: Promise<void> | undefined;
  return {
    shared,
    async open(host) {
      users += 1;
      opening ??= shared.open(host);
      try {
        await opening;
      } catch (error) {
        users -= 1;
        opening = undefined;
        throw error;
      }
    },
    async close() {
      if (users === 0) return;
      users -= 1;
      if (users > 0) return;
      opening = undefined;
      await shared.close();
    },
  };
}
