import type { SqlEngine } from './sql-definition.js';
import { SqlError } from './sql-error.js';

/** Makes an engine that refuses transactions after it was closed, and is closed when the running ones have ended. */
export function waitForRunning({ transact, close }: SqlEngine): SqlEngine {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async transact(options, work) {
      if (isClosed) throw new SqlError('unreachable', undefined, new Error('The database is closed'));
      const result = transact(options, work);
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
      await close();
    },
  };
}
