import type { GitSetWorkingDir, GitSetWorkingDirResult } from '../../generated/handlers.ts';
import { git, session, tryGit } from '../git.ts';
import { readSnapshot } from '../snapshot.ts';

export const gitSetWorkingDir: GitSetWorkingDir = async ({
  path,
  validateGitRepo,
  initializeIfNotPresent,
}): Promise<GitSetWorkingDirResult> => {
  const isRepository = (await tryGit(path, 'rev-parse', '--is-inside-work-tree')).stdout.trim() === 'true';
  if (!isRepository && validateGitRepo) {
    if (!initializeIfNotPresent) {
      throw new Error(
        `Path is not a git repository: ${path}. Pass initializeIfNotPresent: true to run 'git init' here, or point at an existing repository.`,
      );
    }
    await git(path, 'init', '--initial-branch=main');
  }
  session.folder = path;
  const set = { success: true, path, message: `Working directory set to: ${path}` };
  if (!isRepository && !validateGitRepo) return { ...set, enrichmentWarnings: ['This is not a git repository.'] };
  return { ...set, repository: await readSnapshot(path) };
};
