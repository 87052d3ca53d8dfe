import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSystem } from './file-system.js';
import { journalFolder } from './journal.js';
import { isSystemError, showPath } from './system-error.js';

/** Another run holds the lock all the time. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** Path of the lock file, relative to the root. */
  readonly path: string;

  constructor(path: string, owner: LockOwner | undefined) {
    super(owner ? `process ${owner.pid} on ${owner.host}` : 'an unknown process');
    this.path = path;
  }
}

/** Who holds a lock. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** Absolute path of the lock file. */
export function lockFile(root: string, out: string): string {
  return join(root, out, '.lock');
}

/**
 * Runs an action while no other run writes to the same generated folder. Waits up to two seconds for another run; the
 * lock of a process that is gone is taken over. The action is expected to clean up the journal folder.
 *
 * @throws {LockedError} when another run does not let go
 */
export async function withLock<T>(
  root: string,
  out: string,
  fileSystem: FileSystem,
  action: () => Promise<T>,
): Promise<T> {
  const path = lockFile(root, out);
  const token = randomUUID();
  const deadline = Date.now() + waitMs;
  await fileSystem.createFolder(join(root, out));
  heldTokens.add(token);
  try {
    while (!(await tryLock(path, token, fileSystem))) {
      if (Date.now() >= deadline) throw new LockedError(showPath(root, path), await readOwner(path, fileSystem));
      await sleep(pollMs);
    }
    try {
      return await action();
    } finally {
      await release(path, fileSystem);
    }
  } finally {
    heldTokens.delete(token);
  }
}

const waitMs = 2000;
const pollMs = 50;
const ownerlessMs = 1000;

/** Locks that this process holds: after a restart in a container another process may have had our process id. */
const heldTokens = new Set<string>();

async function tryLock(path: string, token: string, fileSystem: FileSystem): Promise<boolean> {
  if (await createLock(path, token, fileSystem)) return true;
  if (!(await isAbandoned(path, fileSystem))) return false;
  await takeAway(path, token, fileSystem);
  return createLock(path, token, fileSystem);
}

async function createLock(path: string, token: string, fileSystem: FileSystem): Promise<boolean> {
  const owner: LockOwner = { pid: process.pid, host: hostname(), token };
  try {
    await fileSystem.writeNew(path, `${JSON.stringify(owner)}\n`);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** A lock that cannot be removed harms nobody: it is taken over once this process is gone. */
async function release(path: string, fileSystem: FileSystem): Promise<void> {
  try {
    await fileSystem.removeFile(path);
    await fileSystem.removeEmptyFolder(dirname(path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/**
 * Removes an abandoned lock; when another run was quicker and the lock is a fresh one by now, puts it back. It goes by
 * way of the journal folder, which whoever gets the lock cleans up.
 */
async function takeAway(path: string, token: string, fileSystem: FileSystem): Promise<void> {
  const aside = join(journalFolder(dirname(path), '.'), `lock-${token}`);
  await fileSystem.createFolder(dirname(aside));
  try {
    await fileSystem.rename(path, aside);
    if (!(await isAbandoned(aside, fileSystem))) await fileSystem.link(aside, path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'EEXIST')) throw error;
  }
  await fileSystem.removeFile(aside);
}

async function isAbandoned(path: string, fileSystem: FileSystem): Promise<boolean> {
  const owner = await readOwner(path, fileSystem);
  // The owner is written right after the file is created: a file that stays without one has lost its process.
  if (!owner) return ((await fileSystem.ageOf(path)) ?? 0) > ownerlessMs;
  if (owner.host !== hostname()) return false;
  return owner.pid === process.pid ? !heldTokens.has(owner.token) : !isRunning(owner.pid);
}

function isRunning(otherPid: number): boolean {
  try {
    return process.kill(otherPid, 0);
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}

async function readOwner(path: string, fileSystem: FileSystem): Promise<LockOwner | undefined> {
  const text = (await fileSystem.readText(path)) ?? '';
  try {
    const owner = JSON.parse(text) as Partial<LockOwner> | null;
    const { pid: ownerPid, host, token } = owner ?? {};
    if (!Number.isSafeInteger(ownerPid) || typeof host !== 'string' || typeof token !== 'string') return undefined;
    return { pid: Number(ownerPid), host, token };
  } catch {
    return undefined;
  }
}
