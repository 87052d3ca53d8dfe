import type { Store } from '../api/store.js';

/** Duration of a lease in milliseconds. A holder that cannot renew it in time is considered dead. */
const leaseMs = 15_000;
/** Renewal interval, in milliseconds. */
const renewMs = 4000;

/**
 * Lease for work that only one process can do at a time. It ends when it is released, or when its holder dies. A holder
 * that cannot reach the store continues, so its changes must fail if another process has changed anything.
 */
export interface Lease {
  /** Aborted when another process has taken the lease because this one could not renew it in time. */
  readonly lost: AbortSignal;
  /** Releases the lease for other processes, optionally after a delay in milliseconds. */
  release(delayMs?: number): Promise<void>;
}

/**
 * Takes a lease, and renews it until it is released.
 *
 * @returns `undefined` if another process holds it.
 * @throws StoreError when the store cannot be reached.
 */
export async function takeLease(store: Store, key: string): Promise<Lease | undefined> {
  const holder = crypto.randomUUID();
  if (!(await store.add(key, holder, leaseMs))) return undefined;
  const lost = new AbortController();
  let isReleased = false;
  const renew = async (): Promise<void> => {
    try {
      // It may have expired while the store was unreachable.
      if ((await store.replace(key, holder, holder, leaseMs)) || isReleased) return;
      if (await store.add(key, holder, leaseMs)) return;
      clearInterval(timer);
      lost.abort(new Error('Another process has taken over'));
    } catch {
      // The store cannot be reached; the next renewal tries again.
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
      // Only this holder's lease is removed: it may have expired.
      else if ((await store.read(key)) === holder) await store.remove(key);
    },
  };
}
