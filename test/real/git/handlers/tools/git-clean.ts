import type { GitClean, GitCleanResult } from '../../generated/handlers.ts';
import { git, linesOf, options } from '../git.ts';

export const gitClean: GitClean = async ({ path, force, dryRun, directories, ignored }): Promise<GitCleanResult> => {
  const chosen = options({ '-n': dryRun, '-f': force && !dryRun, '-d': directories, '-x': ignored });
  const lines = linesOf(await git(path, 'clean', ...chosen));
  const removed = lines.flatMap((line) => /^(?:Removing|Would remove) (.*)$/u.exec(line)?.[1] ?? []);
  return {
    success: true,
    filesRemoved: removed.filter((name) => !name.endsWith('/')),
    directoriesRemoved: removed.filter((name) => name.endsWith('/')),
    dryRun,
  };
};
