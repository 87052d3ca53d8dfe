import type { GitReset, GitResetResult } from '../../generated/handlers.ts';
import { git, linesOf, names, tryGit } from '../git.ts';
import { checkProtected } from '../protected-branches.ts';
import { readStatus } from '../status.ts';

export const gitReset: GitReset = async ({ path, mode, target, paths, confirmed }): Promise<GitResetResult> => {
  if (['hard', 'merge', 'keep'].includes(mode)) await checkProtected(path, `reset --${mode}`, confirmed);
  const head = async () => (await tryGit(path, 'rev-parse', '--verify', 'HEAD')).stdout.trim();
  const before = await head();
  const { stagedChanges, unstagedChanges } = await readStatus(path, false);
  const changed = mode === 'hard' ? [...Object.values(stagedChanges), ...Object.values(unstagedChanges)].flat() : [];
  await git(path, 'reset', `--${mode}`, ...names(target), ...(paths ? ['--', ...paths] : []));
  const after = await head();
  const between = before === after ? '' : await git(path, 'diff', '--name-only', before, after);
  const filesReset = [...new Set([...(paths ?? linesOf(between)), ...changed])];
  return { success: true, mode, target: after, filesReset, ...(before !== after && { previousCommit: before }) };
};
