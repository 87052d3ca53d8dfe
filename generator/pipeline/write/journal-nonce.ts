import { join } from 'node:path';
import { hashContent } from './hash-content.js';
import type { ProjectFolder } from './project-path.js';
import { createStateFolder, findStateFolder } from './state-folder.js';
import { isSystemError } from './system-error.js';

/**
 * Stores the nonce of a journal outside of the project, where neither version control nor a copy of the project carries it
 * along. Does nothing when the user's state folder cannot be written: then a run that is stopped cannot be finished.
 *
 * @see docs/decisions/0021-a-journal-counts-only-where-it-was-written.md
 */
export async function storeNonce(project: ProjectFolder, nonce: string): Promise<void> {
  const { disk } = project;
  await unlessRefused(async () => {
    const folder = await createStateFolder(project);
    const file = await nonceFile(project);
    if (folder === undefined || file === undefined) return;
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

/** Absolute path of the file with the nonce; `undefined` when there is no usable state folder. */
async function nonceFile(project: ProjectFolder): Promise<string | undefined> {
  const { root, out, disk } = project;
  const folder = await findStateFolder(project);
  return folder === undefined ? undefined : join(folder, hashContent(await disk.realPath(join(root, out))));
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
