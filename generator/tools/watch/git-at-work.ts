import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Milliseconds after which a Git lock is ignored, because its process was killed or is waiting for a commit message. */
const lockTimeoutMs = 60_000;

/**
 * Whether Git is changing the files of a project, for example during a checkout. Git removes files before it writes others,
 * so definitions and handlers can temporarily belong to different branches.
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
    // The project was removed, or its repository must not be read.
    return false;
  }
}

/** Returns Git's folder for a folder of a working tree; `undefined` outside a repository. */
function findGitFolder(folder: string): string | undefined {
  const entry = path.join(folder, '.git');
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return entry;
  if (stats?.isFile()) {
    // A `.git` file belongs to a linked working tree or a submodule.
    const [, target] = /^gitdir: (.+)$/mu.exec(readFileSync(entry, 'utf8')) ?? [];
    return target === undefined ? undefined : path.resolve(folder, target);
  }
  const above = path.dirname(folder);
  return above === folder ? undefined : findGitFolder(above);
}
