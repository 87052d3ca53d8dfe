import type { GitClearWorkingDir, GitClearWorkingDirAnswer } from '../../generated/handlers.ts';
import { session } from '../git.ts';

export const gitClearWorkingDir: GitClearWorkingDir = async (): Promise<GitClearWorkingDirAnswer> => {
  const previousPath = session.folder;
  session.folder = undefined;
  if (previousPath === undefined) {
    return { success: true, message: 'Working directory cleared. No previous path was set.' };
  }
  const message = `Working directory cleared. Previous path was: ${previousPath}`;
  return { success: true, message, previousPath };
};
