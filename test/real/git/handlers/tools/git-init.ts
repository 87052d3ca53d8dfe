import { mkdir } from 'node:fs/promises';
import type { GitInit, GitInitResult } from '../../generated/handlers.ts';
import { folderOf, git, options } from '../git.ts';

export const gitInit: GitInit = async ({ path, initialBranch = 'main', bare }): Promise<GitInitResult> => {
  const folder = folderOf(path);
  await mkdir(folder, { recursive: true });
  await git(folder, 'init', ...options({ '--bare': bare, '--initial-branch': initialBranch }));
  return { success: true, path: folder, initialBranch, isBare: bare };
};
