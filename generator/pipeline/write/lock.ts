import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSystem } from './file-system.js';
import type { ProjectFolder } from './project-path.js';
import { isSystemError, showPath } from './system-error.js';

/** Thrown if another run holds the lock for longer than this run waits. The message names the other process. */
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

/** Time to wait for another run, and polling interval for its lock, in milliseconds. */
const defaultWaitMs = 2000;
const pollMs = 50;

/**
 * Time after which a lock file without an owner counts as abandoned, in milliseconds. The owner is written right after
 * the file is created.
 */
const ownerlessMs = 1000;

/** Tokens of the locks that this process holds. After a container restart, an old lock may have the same process ID. */
const heldTokens = new Set<string>();

/** Folder that a lock protects. */
type LockedFolder = Pick<ProjectFolder, 'root' | 'out' | 'disk'>;

/** Returns the absolute path of the lock file. */
export function lockFile({ root, out }: Pick<ProjectFolder, 'root' | 'out'>): string {
  return join(root, out, '.lock');
}

/**
 * Runs an action while no other run writes to the same generated folder. Takes over the lock of a process that has
 * ended.
 * @param waitMs Time to wait for another run, in milliseconds. Default: 2000.
 * @throws {LockedError} if another run keeps the lock.
 */
export async function withLock<T>(project: LockedFolder, action: () => Promise<T>, waitMs = defaultWaitMs): Promise<T> {
  const { root, disk } = project;
  const path = lockFile(project);
  const token = randomUUID();
  const deadline = performance.now() + waitMs;
  heldTokens.add(token);
  try {
    while (!(await tryLock(path, token, disk))) {
      if (performance.now() >= deadline) throw new LockedError(showPath(root, path), await readOwner(path, disk));
      await sleep(pollMs);
    }
    try {
      return await action();
    } finally {
      await release(path, disk);
    }
  } finally {
    heldTokens.delete(token);
  }
}

/**
 * Waits up to two seconds until no other run holds the lock. Writes nothing.
 * @throws {LockedError} if another run keeps the lock.
 */
export async function waitForOtherRun(project: ProjectFolder): Promise<void> {
  const { root, disk } = project;
  const path = lockFile(project);
  const deadline = performance.now() + defaultWaitMs;
  while ((await disk.kindOf(path)) !== undefined && !(await isAbandoned(path, disk))) {
    if (performance.now() >= deadline) throw new LockedError(showPath(root, path), await readOwner(path, disk));
    await sleep(pollMs);
  }
}

async function tryLock(path: string, token: string, disk: FileSystem): Promise<boolean> {
  // Creates the folder again, because a run that wrote nothing removes it along with its lock.
  await disk.createFolder(dirname(path));
  if (await createLock(path, token, disk)) return true;
  if (!(await isAbandoned(path, disk))) return false;
  await removeAbandoned(path, token, disk);
  return createLock(path, token, disk);
}

async function createLock(path: string, token: string, disk: FileSystem): Promise<boolean> {
  const owner: LockOwner = { pid, host: hostname(), token };
  try {
    await disk.writeNew(path, `${JSON.stringify(owner)}\n`);
    return true;
  } catch (error) {
    // A run that ends removes the folder if it is empty.
    if (isSystemError(error, 'EEXIST', 'ENOENT')) return false;
    throw error;
  }
}

/** Removes a lock. Ignores errors, because the next run takes over the lock after this process has ended. */
async function release(path: string, disk: FileSystem): Promise<void> {
  try {
    await disk.removeFile(path);
    await disk.removeEmptyFolder(dirname(path));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/**
 * Removes an abandoned lock by moving it to the journal folder, which the next holder of the lock clears. If another
 * run has replaced the lock in the meantime, restores the new lock.
 */
async function removeAbandoned(path: string, token: string, disk: FileSystem): Promise<void> {
  const aside = join(dirname(path), journalFolderName, `lock-${token}`);
  await disk.createFolder(dirname(aside));
  try {
    await disk.rename(path, aside);
    if (!(await isAbandoned(aside, disk))) await disk.link(aside, path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'EEXIST')) throw error;
  }
  await disk.removeFile(aside);
}

/** Name of the folder, in the generated folder, for files of the run that holds the lock. */
export const journalFolderName = '.journal';

async function isAbandoned(path: string, disk: FileSystem): Promise<boolean> {
  const owner = await readOwner(path, disk);
  if (!owner) return ((await disk.ageOf(path)) ?? 0) > ownerlessMs;
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

async function readOwner(path: string, disk: FileSystem): Promise<LockOwner | undefined> {
  const text = (await disk.readText(path)) ?? '';
  try {
    const { pid: ownerPid, host, token } = (JSON.parse(text) ?? {}) as Partial<LockOwner>;
    if (!Number.isSafeInteger(ownerPid) || typeof host !== 'string' || typeof token !== 'string') return undefined;
    return { pid: Number(ownerPid), host, token };
  } catch {
    return undefined;
  }
}
