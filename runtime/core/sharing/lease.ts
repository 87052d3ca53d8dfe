import type { Store } from '../api/store.js';

/** Milliseconds for which a lease is taken. A holder that cannot renew it for so long is taken for dead. */
const leaseMs = 15_000;
/** Milliseconds between two renewals. */
const renewMs = 4000;

/**
 * Right to do something that one process may do at a time. It ends when it is released, or when its holder is dead. A holder that
 * cannot reach the store goes on: its changes must be such that they fail when another process has made any.
 */
export interface Lease {
  /** Aborted when another process has taken the lease, because this one could not renew it in time. */
  readonly lost: AbortSignal;
  /** Ends the lease: another process may take it, after some milliseconds if they are given. */
  release(delayMs?: number): Promise<void>;
}

/**
 * Takes a lease, and renews it until it is released.
 *
 * @returns `undefined` when another process holds it.
 * @throws StoreError when the store cannot be reached.
 */
export async function takeLease(store: Store, key: string): Promise<Lease | undefined> {
  const holder = crypto.randomUUID();
  if (!(await store.add(key, holder, leaseMs))) return undefined;
  const lost = new AbortController();
  let isReleased = false;
  const renew = async (): Promise<void> => {
    try {
      // The time may have passed while the store was away.
      if ((await store.replace(key, holder, holder, leaseMs)) || isReleased) return;
      if (await store.add(key, holder, leaseMs)) return;
      clearInterval(timer);
      lost.abort(new Error('Another process has taken over'));
    } catch {
      // The store cannot be reached: the next renewal may.
    }
  };
  const timer = setInterval(() => void renew(), renewMs);
  (timer as { unref?: () => void }).unref?.();
  return {
    lost: lost.signal,
    release: async (delayMs = 0) => {
      clearInterval(timer);
      isReleased = true;
      if (lost.signal.aborted) return;
      if (delayMs > 0) await store.replace(key, holder, '', delayMs);
      // Only one's own: the time of the lease may be up.
      else if ((await store.read(key)) === holder) await store.remove(key);
    },
  };
}
