import { SqlError } from '../sql-error.js';
import type { PgClient, PgPool } from './driver.js';
import { toSqlError } from './map-error.js';

/** Connections that the pool has handed out before. */
const used = new WeakSet<PgClient>();

/** Connection of a pool that nothing else uses. */
export interface Lease {
  readonly client: PgClient;
  /** Whether the connection is new, so that it cannot have been broken while it was idle. */
  readonly isNew: boolean;
  /**
   * Returns the connection to the pool; later calls do nothing.
   *
   * @param isBroken Whether the connection is closed instead of kept.
   */
  release(isBroken: boolean): void;
}

/**
 * Waits for a connection.
 *
 * @throws SqlError `busy`, `unreachable` or `cancelled`.
 */
export async function acquire(pool: PgPool, signal: AbortSignal): Promise<Lease> {
  if (signal.aborted) throw new SqlError('cancelled');
  const connecting = pool.connect();
  const client = await orAbort(connecting, signal).catch((error: unknown) => {
    if (error instanceof SqlError) {
      // The pool still counts the connection as in use when it is ready.
      connecting.then(
        (late) => late.release(false),
        () => {},
      );
      throw error;
    }
    // The only error of the pool itself while all connections are in use.
    if ((error as Error).message === 'timeout exceeded when trying to connect')
      throw new SqlError('busy', undefined, error);
    throw toSqlError(error);
  });
  const isNew = !used.has(client);
  used.add(client);
  // The running query gets the same error.
  const ignore = (): void => {};
  client.on('error', ignore);
  let isReleased = false;
  return {
    client,
    isNew,
    release(isBroken) {
      if (isReleased) return;
      isReleased = true;
      client.off('error', ignore);
      client.release(isBroken);
    },
  };
}

async function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new SqlError('cancelled'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
