import type { GitMerge, GitMergeResult } from '../../generated/handlers.ts';
import { filesInStat, gitMerging, names, options } from '../git.ts';

export const gitMerge: GitMerge = async ({
  path,
  branch,
  strategy = 'ort',
  noFastForward,
  squash,
  message,
  abort,
}): Promise<GitMergeResult> => {
  const chosen = options({
    '--no-ff': noFastForward,
    '--strategy': strategy,
    '--squash': squash,
    '--message': message,
  });
  const args = abort ? ['--abort'] : [...chosen, ...names(branch)];
  const { stdout, conflicts, conflictedFiles } = await gitMerging(path, 'merge', ...args);
  const paused = `Merge of '${branch}' produced conflicts in ${conflictedFiles.length} file(s). Resolve with git_add + git_commit, or pass abort=true to cancel.`;
  return {
    success: true,
    strategy,
    fastForward: stdout.includes('Fast-forward'),
    conflicts,
    conflictedFiles,
    mergedFiles: filesInStat(stdout),
    message: abort ? 'Merge aborted.' : conflicts ? paused : (message ?? stdout.trim()),
  };
};
