import type { GitClearWorkingDir, GitClearWorkingDirResult } from '../../generated/handlers.ts';
import { session } from '../git.ts';

export const gitClearWorkingDir: GitClearWorkingDir = async (): Promise<GitClearWorkingDirResult> => {
  const previousPath = session.folder;
  session.folder = undefined;
  if (previousPath === undefined) {
    return { success: true, message: 'Working directory cleared. No previous path was set.' };
  }
  const message = `Working directory cleared. Previous path was: ${previousPath}`;
  return { success: true, message, previousPath };
};
