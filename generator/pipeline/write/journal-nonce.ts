import { join } from 'node:path';
import { hashContent } from './hash-content.js';
import type { ProjectFolder } from './project-path.js';
import { createStateFolder, findStateFolder } from './state-folder.js';
import { isSystemError } from './system-error.js';

/**
 * Stores the nonce of a journal outside the project, so that version control and copies of the project do not contain
 * it. Does nothing if the user's state folder cannot be written, in which case an interrupted run cannot be finished.
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

/**
 * Reads the nonce of the journal that a run wrote on this machine for this generated folder; `undefined` if there is
 * none.
 */
export async function readNonce(project: ProjectFolder): Promise<string | undefined> {
  return unlessRefused(async () => {
    const file = await nonceFile(project);
    return file === undefined ? undefined : project.disk.readText(file);
  });
}

/** Removes the nonce of a finished journal. Ignores errors, because the next run replaces it. */
export async function removeNonce(project: ProjectFolder): Promise<void> {
  await unlessRefused(async () => {
    const file = await nonceFile(project);
    if (file !== undefined) await project.disk.removeFile(file);
  });
}

/** Returns the absolute path of the nonce file; `undefined` if there is no usable state folder. */
async function nonceFile(project: ProjectFolder): Promise<string | undefined> {
  const { root, out, disk } = project;
  const folder = await findStateFolder(project);
  return folder === undefined ? undefined : join(folder, hashContent(await disk.realPath(join(root, out))));
}

/** Runs an action. Returns `undefined` on system errors. */
async function unlessRefused<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
