import type { GitPush, GitPushResult } from '../../generated/handlers.ts';
import { gitLoud, names, options } from '../git.ts';
import { checkProtected } from '../protected-branches.ts';

export const gitPush: GitPush = async (input): Promise<GitPushResult> => {
  const { path, remote = 'origin', branch, remoteBranch, force, setUpstream } = input;
  if (force || input.delete)
    await checkProtected(path, force ? 'force push' : 'branch deletion', input.confirmed, branch);
  if (input.delete && branch === undefined && remoteBranch === undefined) {
    throw new Error('A branch or remote branch name is required for delete operations.');
  }
  const chosen = options({
    '--delete': input.delete,
    '--force': force,
    '--force-with-lease': input.forceWithLease && !force,
    '--set-upstream': setUpstream,
    '--tags': input.tags,
    '--dry-run': input.dryRun,
  });
  const ref = remoteBranch === undefined || remoteBranch === branch ? branch : `${branch ?? 'HEAD'}:${remoteBranch}`;
  const { stderr } = await gitLoud(path, 'push', ...chosen, ...names(remote, ref));
  const pushedRefs = [...stderr.matchAll(/\s\S+\s+->\s+(\S+)/gu)].map(([, name = '']) => name);
  return { success: true, remote, branch: branch ?? 'HEAD', upstreamSet: setUpstream, pushedRefs, rejectedRefs: [] };
};
