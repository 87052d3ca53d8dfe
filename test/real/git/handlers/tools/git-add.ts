import type { GitAdd, GitAddResult } from '../../generated/handlers.ts';
import { git, names, options } from '../git.ts';
import { summarizeStatus } from '../status.ts';

export const gitAdd: GitAdd = async ({ path, paths, all, update, force }): Promise<GitAddResult> => {
  if (!all && !update && paths.length === 0)
    throw new Error('Either paths must be provided, or all/update must be true.');
  const chosen = all ? ['--all'] : update ? ['--update'] : names(...paths);
  await git(path, 'add', ...options({ '--force': force }), ...chosen);
  const status = await summarizeStatus(path);
  const { added = [], modified = [], deleted = [] } = status.staged_changes;
  const stagedFiles = all || update ? [...added, ...modified, ...deleted] : paths;
  return { success: true, stagedFiles, totalFiles: stagedFiles.length, status };
};
