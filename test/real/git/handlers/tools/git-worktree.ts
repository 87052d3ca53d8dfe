import type { GitWorktree, GitWorktreeResult } from '../../generated/handlers.ts';
import { git, names, needed, options } from '../git.ts';

export const gitWorktree: GitWorktree = async (input): Promise<GitWorktreeResult> => {
  const { path, mode, worktreePath, newPath } = input;
  const target = () => needed(worktreePath, 'Path', mode);
  const run = (...args: readonly string[]) => git(path, 'worktree', mode, ...args);
  switch (mode) {
    case 'list':
      return { success: true, mode, worktrees: readWorktrees(await run('--porcelain')) };
    case 'add': {
      const branch = input.branch === undefined ? [] : ['-b', ...names(input.branch)];
      const chosen = options({ '--detach': input.detach, '--force': input.force });
      await run(...branch, ...chosen, ...names(target(), input.commitish));
      return { success: true, mode, added: target() };
    }
    case 'remove':
      await run(...options({ '--force': input.force }), ...names(target()));
      return { success: true, mode, removed: target() };
    case 'move':
      await run(...names(target(), needed(newPath, 'New path', mode)));
      return { success: true, mode, moved: { from: target(), to: newPath ?? '' } };
    case 'prune':
      await run(...options({ '--dry-run': input.dryRun, '--verbose': input.verbose }));
      return { success: true, mode, pruned: [] };
  }
};

function readWorktrees(text: string) {
  return text
    .trim()
    .split('\n\n')
    .map((block) => {
      const fields = new Map(block.split('\n').map((line) => [line.split(' ', 1)[0], line.replace(/^\S+ ?/u, '')]));
      const branch = fields.get('branch');
      return {
        path: fields.get('worktree') ?? '',
        head: fields.get('HEAD') ?? '',
        ...(branch !== undefined && { branch }),
        bare: fields.has('bare'),
        detached: fields.has('detached'),
        locked: fields.has('locked'),
        prunable: fields.has('prunable'),
      };
    });
}
