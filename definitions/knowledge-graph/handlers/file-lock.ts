import { link, open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const retryMs = 10;

/** Age of a stale lock, left by a process that died. Locked work takes only milliseconds. */
const staleMs = 10_000;

/**
 * Runs work under an exclusive lock file, after waiting for other processes.
 *
 * @throws Error if the lock file cannot be created, for example because its folder does not exist.
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
    // Another process may have replaced the stale lock with its own in the meantime: put that lock back.
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
