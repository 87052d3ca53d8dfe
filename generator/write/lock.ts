import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSystem } from './file-system.js';
import { isSystemError, showPath } from './system-error.js';

/** Thrown when another run holds the lock for longer than this run waits. The message names the other process. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** Path of the lock file, relative to the root. */
  readonly path: string;

  constructor(path: string, owner: LockOwner | undefined) {
    super(owner ? `process ${owner.pid} on ${owner.host}` : 'an unknown process');
    this.path = path;
  }
}

/** Content of a lock file. */
interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** Milliseconds to wait for another run, and between two looks at its lock. */
const waitMs = 2000;
const pollMs = 50;

/** Milliseconds after which a lock file without an owner is abandoned: the owner is written right after the file is created. */
const ownerlessMs = 1000;

/** Tokens of the locks that this process holds: after a restart of a container, an old lock may carry our process id. */
const heldTokens = new Set<string>();

/** Absolute path of the lock file. */
export function lockFile(root: string, out: string): string {
  return join(root, out, '.lock');
}

/**
 * Runs an action while no other run writes to the same generated folder. Waits up to two seconds for another run; the
 * lock of a process that has ended is taken over.
 *
 * @throws {LockedError} when another run keeps the lock
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
  await fileSystem.createFolder(dirname(path));
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

async function tryLock(path: string, token: string, fileSystem: FileSystem): Promise<boolean> {
  if (await createLock(path, token, fileSystem)) return true;
  if (!(await isAbandoned(path, fileSystem))) return false;
  await removeAbandoned(path, token, fileSystem);
  return createLock(path, token, fileSystem);
}

async function createLock(path: string, token: string, fileSystem: FileSystem): Promise<boolean> {
  const owner: LockOwner = { pid, host: hostname(), token };
  try {
    await fileSystem.writeNew(path, `${JSON.stringify(owner)}\n`);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** A lock that cannot be removed does no harm: the next run takes it over once this process has ended. */
async function release(path: string, fileSystem: FileSystem): Promise<void> {
  try {
    await fileSystem.removeFile(path);
    await fileSystem.removeEmptyFolder(dirname(path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/**
 * Removes an abandoned lock by way of the journal folder, which the next holder of the lock clears. When another run
 * replaced the lock by a fresh one in the meantime, the fresh lock is put back.
 */
async function removeAbandoned(path: string, token: string, fileSystem: FileSystem): Promise<void> {
  const aside = join(dirname(path), journalFolderName, `lock-${token}`);
  await fileSystem.createFolder(dirname(aside));
  try {
    await fileSystem.rename(path, aside);
    if (!(await isAbandoned(aside, fileSystem))) await fileSystem.link(aside, path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'EEXIST')) throw error;
  }
  await fileSystem.removeFile(aside);
}

/** Folder inside the generated folder for files of the run that holds the lock. */
export const journalFolderName = '.journal';

async function isAbandoned(path: string, fileSystem: FileSystem): Promise<boolean> {
  const owner = await readOwner(path, fileSystem);
  if (!owner) return ((await fileSystem.ageOf(path)) ?? 0) > ownerlessMs;
  if (owner.host !== hostname()) return false;
  return owner.pid === pid ? !heldTokens.has(owner.token) : !isRunning(owner.pid);
}

function isRunning(otherPid: number): boolean {
  try {
    return kill(otherPid, 0);
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}

async function readOwner(path: string, fileSystem: FileSystem): Promise<LockOwner | undefined> {
  const text = (await fileSystem.readText(path)) ?? '';
  try {
    const { pid: ownerPid, host, token } = (JSON.parse(text) ?? {}) as Partial<LockOwner>;
    if (!Number.isSafeInteger(ownerPid) || typeof host !== 'string' || typeof token !== 'string') return undefined;
    return { pid: Number(ownerPid), host, token };
  } catch {
    return undefined;
  }
}
