import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Milliseconds after which a Git lock is ignored: its process was killed, or waits for a commit message. */
const lockTimeoutMs = 60_000;

/**
 * Whether git is changing the files of a project, such as in a checkout. In between, definitions and handlers may belong to
 * different branches: git removes files first, and writes the others later.
 *
 * @param root Absolute path of the project.
 */
export function isGitAtWork(root: string): boolean {
  try {
    const folder = findGitFolder(realpathSync(root));
    if (folder === undefined) return false;
    const lock = statSync(path.join(folder, 'index.lock'), { throwIfNoEntry: false });
    return lock !== undefined && Math.abs(Date.now() - lock.mtimeMs) < lockTimeoutMs;
  } catch {
    // The project is gone, or its repository must not be read.
    return false;
  }
}

/** Folder of git's own files for a folder of a working tree; `undefined` without a repository. */
function findGitFolder(folder: string): string | undefined {
  const entry = path.join(folder, '.git');
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return entry;
  if (stats?.isFile()) {
    // Another working tree of a repository, or a submodule.
    const [, target] = /^gitdir: (.+)$/mu.exec(readFileSync(entry, 'utf8')) ?? [];
    return target === undefined ? undefined : path.resolve(folder, target);
  }
  const above = path.dirname(folder);
  return above === folder ? undefined : findGitFolder(above);
}
