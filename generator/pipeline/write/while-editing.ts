import { basename, dirname } from 'node:path';
import { nodeFileSystem } from './file-system.js';
import { withLock } from './lock.js';

/** Time to wait for another process, in milliseconds; that process can also generate the project after its change. */
const waitMs = 30_000;

/**
 * Runs an action that reads and changes user files while no other process of this program does the same. The lock is in
 * a temporary folder next to the files.
 * @param path Absolute path of the file, or of the folder that contains the files.
 * @throws {LockedError} if another process keeps the lock.
 */
export function whileEditing<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  return withLock({ root: dirname(path), out: `.${basename(path)}.lock`, disk: nodeFileSystem }, action, waitMs);
}
