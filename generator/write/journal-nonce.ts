import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { env, platform } from 'node:process';
import { hashContent } from './hash-content.js';
import { isBelow, type ProjectFolder } from './project-path.js';
import { isSystemError } from './system-error.js';

/**
 * Stores the nonce of a journal outside of the project, where neither version control nor a copy of the project carries it
 * along. Does nothing when the user's state folder cannot be written: then a run that is stopped cannot be finished.
 */
export async function storeNonce(project: ProjectFolder, nonce: string): Promise<void> {
  const { disk } = project;
  await unlessRefused(async () => {
    const folder = stateFolder();
    if (!(await isElsewhere(project, folder))) return;
    await disk.createFolder(folder);
    const file = await nonceFile(project);
    if (file === undefined) return;
    await disk.removeFile(file);
    await disk.writeNew(file, nonce);
    await disk.flushFolder(folder);
  });
}

/** Reads the nonce of the journal that a run on this machine wrote for this generated folder; `undefined` without one. */
export async function readNonce(project: ProjectFolder): Promise<string | undefined> {
  return unlessRefused(async () => {
    const file = await nonceFile(project);
    return file === undefined ? undefined : project.disk.readText(file);
  });
}

/** Removes the nonce of a journal that is finished. One that cannot be removed does no harm: the next run replaces it. */
export async function removeNonce(project: ProjectFolder): Promise<void> {
  await unlessRefused(async () => {
    const file = await nonceFile(project);
    if (file !== undefined) await project.disk.removeFile(file);
  });
}

/** Absolute path of the file with the nonce; `undefined` when the state folder is inside the project. */
async function nonceFile(project: ProjectFolder): Promise<string | undefined> {
  const { root, out, disk } = project;
  const folder = await disk.realPath(stateFolder());
  if (!(await isElsewhere(project, folder))) return undefined;
  return join(folder, hashContent(await disk.realPath(join(root, out))));
}

/** Whether a folder is outside of the project; `false` for a relative path, which an empty `HOME` gives. */
async function isElsewhere({ root, disk }: ProjectFolder, folder: string): Promise<boolean> {
  return isAbsolute(folder) && !isBelow(root, folder) && !isBelow(await disk.realPath(root), folder);
}

/**
 * Folder for state of this generator that belongs to the user and the machine. `XDG_STATE_HOME` counts on every platform.
 *
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

/** The result of an action; `undefined` when the operating system refuses it. */
async function unlessRefused<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
