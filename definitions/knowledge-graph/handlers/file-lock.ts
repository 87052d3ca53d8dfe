import { link, open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const retryMs = 10;

/** Work takes milliseconds: a lock of this age was left behind by a process that died. */
const staleMs = 10_000;

/**
 * Does work that only one process at a time may do: who has created the lock file may. Waits for as long as others work.
 *
 * @throws Error when the lock file cannot be created, for instance because its folder does not exist.
 */
export async function withFileLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  while (!(await tryLock(lock))) {
    await removeStale(lock);
    await delay(retryMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx')).close();
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function removeStale(lock: string): Promise<void> {
  if (!(await isStale(lock))) return;
  const removed = `${lock}.${process.pid}`;
  try {
    await rename(lock, removed);
    // Another process may have removed the stale lock and taken its own meanwhile; that one goes back.
    if (!(await isStale(removed))) await link(removed, lock);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(removed, { force: true });
  }
}

async function isStale(lock: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs > staleMs;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
