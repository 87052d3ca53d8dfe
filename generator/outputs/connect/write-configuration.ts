import path from 'node:path';
import { createFolder, keepCopy, nodeFileSystem, replaceText } from '../../pipeline/write/file-system.js';
import { LockedError } from '../../pipeline/write/lock.js';
import { LinkError, refuseLinks } from '../../pipeline/write/project-path.js';
import { whileEditing } from '../../pipeline/write/while-editing.js';
import { ConnectError } from './client.js';

/** Configuration file of a client. */
export interface ConfigFile {
  /** Absolute path of the file. */
  readonly path: string;
  /** Absolute path of the project that the file belongs to; absent for a user file. */
  readonly project?: string;
}

/** Change to a configuration. */
export interface ConfigChange {
  /** Current content; absent if the file does not exist. */
  readonly before?: string;
  readonly after: string;
}

/**
 * Reads a configuration and plans its change.
 * @param edit Converts the current content, or `''` if there is no file, to the new content.
 * @throws {ConnectError} if the file cannot be changed.
 * @throws {SystemError} if the file cannot be read.
 */
export async function planChange(file: ConfigFile, edit: (text: string) => string): Promise<ConfigChange> {
  await checkLinks(file);
  const before = await nodeFileSystem.readText(file.path);
  try {
    return { ...(before !== undefined && { before }), after: edit(before ?? '') };
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    throw new ConnectError(`${file.path} was not changed: ${error.message}.`);
  }
}

/**
 * Runs an action that reads and changes a configuration, while preventing other processes of this CLI from doing the same.
 * @throws {ConnectError} if another process holds the lock.
 */
export async function whileLocked<Result>(file: ConfigFile, action: () => Promise<Result>): Promise<Result> {
  await checkLinks(file);
  try {
    return await whileEditing(file.path, action);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new ConnectError(
      `${file.path} was not changed, because ${error.message} is changing it. Run the command again.`,
    );
  }
}

/**
 * Applies a change atomically, after a backup. Even after a crash, the file has either the old or the new content.
 * @param now Time in the name of the backup.
 * @returns Path of the backup; `undefined` for a new file.
 * @throws {ConnectError} if the file has changed since it was read.
 * @throws {SystemError} if the file cannot be written. In this case, nothing has changed.
 */
export async function applyChange(
  file: ConfigFile,
  { before, after }: ConfigChange,
  now: Date,
): Promise<string | undefined> {
  await checkLinks(file);
  if (before === undefined) {
    await createFolder(path.dirname(file.path));
    await replaceText(file.path, after, true);
    return undefined;
  }
  const copy = `${file.path}.${now.toISOString().replaceAll(/[-:.]/gu, '')}.bak`;
  await keepCopy(file.path, copy);
  if ((await nodeFileSystem.readText(copy)) !== before) {
    await nodeFileSystem.removeFile(copy);
    throw new ConnectError(`Another program has just changed ${file.path}. Run the command again.`);
  }
  await replaceText(file.path, after, false);
  return copy;
}

/**
 * Rejects a project file that is a symbolic link, because a cloned project may contain links to other user files. User
 * files can be symbolic links.
 */
async function checkLinks({ path: file, project }: ConfigFile): Promise<void> {
  if (project === undefined) return;
  try {
    await refuseLinks({ root: project, disk: nodeFileSystem }, [path.relative(project, file).replaceAll('\\', '/')]);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    throw new ConnectError(
      `${file} was not changed: ${error.path} is a symbolic link that may point outside the project.`,
    );
  }
}
