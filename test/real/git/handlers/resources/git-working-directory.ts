import type { GitWorkingDirectoryResource } from '../../generated/handlers.ts';
import { session } from '../git.ts';

export const gitWorkingDirectoryResource: GitWorkingDirectoryResource = () => {
  const { folder } = session;
  const message = folder
    ? `Working directory is set to: ${folder}`
    : 'No working directory is currently set. Use git_set_working_dir to set one.';
  return JSON.stringify({ workingDirectory: folder ?? null, isSet: folder !== undefined, message }, null, 2);
};
