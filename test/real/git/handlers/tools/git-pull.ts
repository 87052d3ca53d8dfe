import type { GitPull, GitPullResult } from '../../generated/handlers.ts';
import { filesInStat, gitMerging, names, options } from '../git.ts';

export const gitPull: GitPull = async ({
  path,
  remote = 'origin',
  branch,
  rebase,
  fastForwardOnly,
}): Promise<GitPullResult> => {
  const chosen = options({ '--rebase': rebase, '--ff-only': fastForwardOnly });
  const { stdout, conflicts, conflictedFiles } = await gitMerging(path, 'pull', ...chosen, ...names(remote, branch));
  return {
    success: true,
    remote,
    branch: branch ?? 'HEAD',
    strategy: rebase ? 'rebase' : stdout.includes('Fast-forward') ? 'fast-forward' : 'merge',
    conflicts,
    conflictedFiles,
    filesChanged: filesInStat(stdout),
  };
};
