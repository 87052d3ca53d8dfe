import { execFile } from 'node:child_process';
import path from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';

/** Git commit, and the folder of the working tree in its repository. */
export interface Revision {
  readonly cwd: string;
  readonly commit: string;
  /** The folder, relative to the root of the repository: `''` or with a slash at the end. */
  readonly prefix: string;
}

/** Failure of a git command. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * Resolves a Git revision.
 *
 * @throws {GitError} if there is no such commit, no repository, or no Git
 */
export async function findRevision(cwd: string, name: string): Promise<Revision> {
  if (name === '' || name.startsWith('-')) throw new GitError('this is not the name of a commit.');
  const prefix = await runGit(cwd, ['rev-parse', '--show-prefix']);
  const commit = await runGit(cwd, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).catch(() => {
    throw new GitError(`the commit ${name} does not exist.`);
  });
  return { cwd, commit: commit.trim(), prefix: prefix.replace(/\r?\n$/u, '') };
}

/**
 * Writes a folder of a revision below a target folder, at the same path. The index and the working tree of the repository
 * stay as they are.
 *
 * @param folder relative to the root of the repository, without a slash at the end; `''` is all of it
 * @returns whether the revision has this folder
 */
export async function extractFolder({ cwd, commit }: Revision, folder: string, target: string): Promise<boolean> {
  // No file of a repository has this name.
  const places = { GIT_INDEX_FILE: path.join(target, '.git'), GIT_WORK_TREE: target };
  const scope = folder === '' ? [] : [`--prefix=${folder}/`];
  try {
    await runGit(cwd, ['read-tree', ...scope, `${commit}:${folder}`], places);
  } catch {
    return false;
  }
  await runGit(cwd, ['-c', 'core.autocrlf=false', 'checkout-index', '--all', '--quiet'], places);
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
    if (code === 'ENOENT') throw new GitError('the program git cannot be run.');
    throw new GitError(stderr?.trim().split('\n')[0] || `git ${argv[0]} failed.`);
  }
}
