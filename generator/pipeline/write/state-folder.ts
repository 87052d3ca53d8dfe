import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { env, platform } from 'node:process';
import { isBelow, type ProjectFolder } from './project-path.js';

/** Project to which state belongs. */
type StateOwner = Pick<ProjectFolder, 'root' | 'disk'>;

/**
 * Finds the user's state folder, whose content is neither under version control nor in copies of the project.
 * @returns Absolute path; `undefined` if the folder is inside the project.
 * @throws {SystemError} if the folder does not exist.
 */
export async function findStateFolder(project: StateOwner): Promise<string | undefined> {
  const folder = await project.disk.realPath(stateFolder());
  return (await isElsewhere(project, folder)) ? folder : undefined;
}

/**
 * Creates the user's state folder if it does not exist.
 * @returns Absolute path; `undefined` if the folder would be inside the project.
 * @throws {SystemError} if the folder cannot be created.
 */
export async function createStateFolder(project: StateOwner): Promise<string | undefined> {
  const folder = stateFolder();
  if (!(await isElsewhere(project, folder))) return undefined;
  await project.disk.createFolder(folder);
  return findStateFolder(project);
}

/** Whether a folder is outside the project; `false` for a relative path, which results from an empty `HOME`. */
async function isElsewhere({ root, disk }: StateOwner, folder: string): Promise<boolean> {
  return isAbsolute(folder) && !isBelow(root, folder) && !isBelow(await disk.realPath(root), folder);
}

/**
 * Returns the folder for state that belongs to the user and the machine. `XDG_STATE_HOME` is used on every platform.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
function stateFolder(): string {
  const { XDG_STATE_HOME: chosen = '', LOCALAPPDATA: local = '' } = env;
  const name = 'create-mcp-from-schema';
  if (isAbsolute(chosen)) return join(chosen, name);
  if (platform === 'win32' && isAbsolute(local)) return join(local, name);
  if (platform === 'win32') return join(homedir(), 'AppData', 'Local', name);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name);
  return join(homedir(), '.local', 'state', name);
}
