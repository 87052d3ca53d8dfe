import type { GitBranch, GitBranchResult } from '../../generated/handlers.ts';
import { git, linesOf, names, needed, options, tryGit } from '../git.ts';

export const gitBranch: GitBranch = async ({
  path,
  mode,
  branchName,
  newBranchName,
  startPoint,
  force,
  all,
  remote,
  merged,
  noMerged,
  limit,
}): Promise<GitBranchResult> => {
  const name = () => names(needed(branchName, 'Branch name', mode));
  const done = (message: string): GitBranchResult => ({ success: true, mode, message });
  if (mode === 'show-current') {
    const current = (await tryGit(path, 'symbolic-ref', '--quiet', '--short', 'HEAD')).stdout.trim();
    if (current === '') return done('Not on any branch (detached HEAD)');
    return { success: true, mode, currentBranch: current, message: `Current branch: ${current}` };
  }
  if (mode === 'create') {
    await git(path, 'branch', ...options({ '--force': force }), ...name(), ...names(startPoint));
    return done(`Branch '${branchName}' created successfully.`);
  }
  if (mode === 'delete') {
    await git(path, 'branch', force ? '-D' : '-d', ...name());
    return done(`Branch '${branchName}' deleted successfully.`);
  }
  if (mode === 'rename') {
    const newName = names(needed(newBranchName, 'New branch name', mode));
    await git(path, 'branch', force ? '-M' : '-m', ...name(), ...newName);
    return done(`Branch '${branchName}' renamed to '${newBranchName}'.`);
  }
  const format = '--format=%(refname)%1f%(objectname)%1f%(upstream:short)%1f%(upstream:track)%1f%(HEAD)';
  const orHead = (ref: string | boolean | undefined) => (ref === true ? 'HEAD' : ref);
  const filters = options({ '--merged': orHead(merged), '--no-merged': orHead(noMerged), '--count': limit });
  const folders = all ? ['refs/heads', 'refs/remotes'] : [remote ? 'refs/remotes' : 'refs/heads'];
  const branches = linesOf(await git(path, 'for-each-ref', format, ...filters, ...folders)).map((line) => {
    const [ref = '', commitHash = '', upstream = '', track = '', head] = line.split('\x1f');
    return {
      name: ref.replace(/^refs\/(?:heads|remotes)\//u, ''),
      commitHash,
      current: head === '*',
      ahead: Number(/ahead (\d+)/u.exec(track)?.[1] ?? 0),
      behind: Number(/behind (\d+)/u.exec(track)?.[1] ?? 0),
      ...(upstream !== '' && { upstream }),
    };
  });
  const current = branches.find((branch) => branch.current)?.name;
  return { success: true, mode, branches, ...(current !== undefined && { currentBranch: current }) };
};
