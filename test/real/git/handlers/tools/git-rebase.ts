import type { GitRebase, GitRebaseResult } from '../../generated/handlers.ts';
import { gitMerging, names, needed, options } from '../git.ts';

export const gitRebase: GitRebase = async ({
  path,
  mode,
  upstream,
  branch,
  interactive,
  onto,
  preserve,
}): Promise<GitRebaseResult> => {
  const start = () => [
    ...options({ '--interactive': interactive, '--rebase-merges': preserve, '--onto': onto }),
    ...names(needed(upstream, 'upstream', 'start'), branch),
  ];
  const args = mode === 'start' ? start() : [`--${mode}`];
  const { stderr, conflicts, conflictedFiles } = await gitMerging(path, 'rebase', ...args);
  const rebased = [...stderr.matchAll(/Rebasing \(\d+\/(\d+)\)/gu)].at(-1)?.[1] ?? 0;
  const message = `Rebase paused with conflicts in ${conflictedFiles.length} file(s). Resolve them, then run git_rebase with mode='continue' (or mode='abort' to cancel, mode='skip' to drop the current commit).`;
  const rebasedCommits = mode === 'continue' ? 0 : Number(rebased);
  return { success: true, conflicts, conflictedFiles, rebasedCommits, ...(conflicts && { message }) };
};
