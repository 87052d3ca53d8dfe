import type { GitCherryPick, GitCherryPickResult } from '../../generated/handlers.ts';
import { gitMerging, names, options } from '../git.ts';

export const gitCherryPick: GitCherryPick = async ({
  path,
  commits,
  noCommit,
  continueOperation,
  abort,
  mainline,
  strategy,
  signoff,
}): Promise<GitCherryPickResult> => {
  const isNew = !abort && !continueOperation;
  const chosen = options({
    '--no-commit': noCommit,
    '--mainline': mainline,
    '--strategy': strategy,
    '--signoff': signoff,
  });
  const args = isNew ? [...chosen, ...names(...commits)] : [abort ? '--abort' : '--continue'];
  const { conflicts, conflictedFiles } = await gitMerging(path, 'cherry-pick', ...args);
  const message = `Cherry-pick paused with conflicts in ${conflictedFiles.length} file(s). Resolve them and run git_cherry_pick with continueOperation=true, or pass abort=true to cancel.`;
  const pickedCommits = isNew ? commits : [];
  return { success: true, pickedCommits, conflicts, conflictedFiles, ...(conflicts && { message }) };
};
