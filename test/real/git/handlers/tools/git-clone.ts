import path from 'node:path';
import type { GitClone, GitCloneResult } from '../../generated/handlers.ts';
import { git, options, tryGit } from '../git.ts';

export const gitClone: GitClone = async ({
  url,
  path: folder,
  branch,
  depth,
  bare,
  mirror,
}): Promise<GitCloneResult> => {
  const target = path.resolve(folder);
  const chosen = options({ '--branch': branch, '--depth': depth, '--bare': bare, '--mirror': mirror });
  await git(path.dirname(target), 'clone', ...chosen, '--end-of-options', url, target);
  const hash = await tryGit(target, 'rev-parse', '--verify', 'HEAD');
  const head = (await tryGit(target, 'symbolic-ref', '--short', 'HEAD')).stdout.trim();
  const commitHash = hash.exitCode === 0 ? { commitHash: hash.stdout.trim() } : {};
  return { success: true, remoteUrl: url, path: target, branch: head || 'HEAD', ...commitHash };
};
