import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';

/** Git commit with the path of the working folder in its repository. */
export interface Revision {
  readonly cwd: string;
  readonly commit: string;
  /** Working folder relative to the repository root: `''` or with a trailing slash. */
  readonly prefix: string;
}

/** Thrown if a git command fails. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * Resolves a Git revision.
 * @throws {GitError} if the commit or the repository does not exist, or Git is not installed.
 */
export async function findRevision(cwd: string, name: string): Promise<Revision> {
  if (name === '' || name.startsWith('-')) throw new GitError('this does not name a commit.');
  const prefix = await runGit(cwd, ['rev-parse', '--show-prefix']);
  const commit = await runGit(cwd, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).catch(() => {
    throw new GitError(`commit ${name} does not exist.`);
  });
  return { cwd, commit: commit.trim(), prefix: prefix.replace(/\r?\n$/u, '') };
}

/**
 * Writes a folder of a revision to the same path below a target folder. The index and the working tree of the
 * repository are unchanged.
 * @param folder Path relative to the repository root, without a trailing slash; `''` is the whole repository.
 * @returns Whether the folder exists in the revision.
 */
export async function extractFolder({ cwd, commit }: Revision, folder: string, target: string): Promise<boolean> {
  // No file in a repository has this name.
  const places = { GIT_INDEX_FILE: path.join(target, '.git'), GIT_WORK_TREE: target };
  const scope = folder === '' ? [] : [`--prefix=${folder}/`];
  // The index of another folder of this revision would be extracted again.
  await rm(places.GIT_INDEX_FILE, { force: true });
  try {
    await runGit(cwd, ['read-tree', ...scope, `${commit}:${folder}`], places);
  } catch {
    return false;
  }
  await runGit(cwd, ['-c', 'core.autocrlf=false', 'checkout-index', '--all', '--force', '--quiet'], places);
  return true;
}

async function runGit(
  cwd: string,
  argv: readonly string[],
  environment: { readonly [name: string]: string } = {},
): Promise<string> {
  try {
    const options = { cwd, env: { ...env, ...environment } };
    return (await promisify(execFile)('git', ['--literal-pathspecs', ...argv], options)).stdout;
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') throw new GitError('git cannot be run.');
    throw new GitError(stderr?.trim().split('\n')[0] || `git ${argv[0]} failed.`);
  }
}
