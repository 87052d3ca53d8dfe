import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents; fine when it exists, also as a link to a folder.
 *
 * Not left to the `recursive` of Node, which tries for ever where the system calls a folder missing that cannot be
 * created (`/proc/x`).
 *
 * @param path absolute
 * @throws {SystemError} of the one folder that could not be created
 */
export async function createFolder(path: string): Promise<void> {
  if (isFolder(path)) return;
  if (dirname(path) !== path) await createFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another run may have been quicker.
    if (!isFolder(path)) throw error;
  }
}

/** Whether there is a folder at a path, links followed. `false` also where nobody may look. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
