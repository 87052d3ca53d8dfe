import type { GitCheckout, GitCheckoutResult } from '../../generated/handlers.ts';
import { git, linesOf, names, options } from '../git.ts';

export const gitCheckout: GitCheckout = async ({
  path,
  target,
  createBranch,
  force,
  paths = [],
  track,
}): Promise<GitCheckoutResult> => {
  const chosen = options({ '--force': force, '--track': createBranch && track, '-b': createBranch });
  const files = paths.length > 0 ? ['--', ...paths] : [];
  const text = await git(path, 'checkout', ...chosen, ...names(target), ...files);
  const filesModified = linesOf(text).flatMap((line) => /^[A-Z]\t(.+)$/u.exec(line)?.[1] ?? []);
  return { success: true, target, branchCreated: createBranch, filesModified };
};
