import path from 'node:path';
import { createFolder, keepCopy, nodeFileSystem, replaceText } from '../../pipeline/write/file-system.js';
import { LockedError } from '../../pipeline/write/lock.js';
import { LinkError, refuseLinks } from '../../pipeline/write/project-path.js';
import { whileEditing } from '../../pipeline/write/while-editing.js';
import { ConnectError } from './client.js';

/** File of a client that holds its configuration. */
export interface ConfigFile {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of the project that the file belongs to; absent for a file of the user. */
  readonly project?: string;
}

/** Change of a configuration. */
export interface ConfigChange {
  /** Present text; absent when there is no file. */
  readonly before?: string;
  readonly after: string;
}

/**
 * Reads a configuration and plans its change.
 *
 * @param edit Makes the new text of the present one, which is empty without a file.
 * @throws {ConnectError} when the file cannot be changed
 * @throws {SystemError} when it cannot be read
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
 * Runs an action that reads and changes a configuration while no other process of this program does.
 *
 * @throws {ConnectError} when another process keeps the lock
 */
export async function whileLocked<Result>(file: ConfigFile, action: () => Promise<Result>): Promise<Result> {
  await checkLinks(file);
  try {
    return await whileEditing(file.path, action);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new ConnectError(`${file.path} was not changed: ${error.message} is changing it. Run the command again.`);
  }
}

/**
 * Applies a change atomically, after a backup: after a crash the file has the old text or the new one.
 *
 * @param now Time that names the copy.
 * @returns Path of the copy; `undefined` for a new file.
 * @throws {ConnectError} when the file has changed since it was read
 * @throws {SystemError} when it cannot be written; nothing has changed then
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
    throw new ConnectError(`${file.path} has just been changed by another program. Run the command again.`);
  }
  await replaceText(file.path, after, false);
  return copy;
}

/** Rejects links in a project file, since a cloned project may link to other files of the user. User files may be links. */
async function checkLinks({ path: file, project }: ConfigFile): Promise<void> {
  if (project === undefined) return;
  try {
    await refuseLinks({ root: project, disk: nodeFileSystem }, [path.relative(project, file).replaceAll('\\', '/')]);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    throw new ConnectError(`${file} was not changed: ${error.path} is a link, which may lead out of the project.`);
  }
}
