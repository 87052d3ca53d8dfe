import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../../pipeline/write/system-error.js';

/** Folders that tools write: packages, and the state of deployment tools. */
const toolFolders = new Set(['node_modules', '.wrangler', '.vercel', '.aws-sam']);

/** Maximum number of entries to search in package folders. */
const maxEntries = 10_000;

/**
 * Finds files in package folders that do not belong to a package, such as user files, which would also be published.
 *
 * @param folder Absolute path of the folder of all packages.
 * @param planned Paths of package files, relative to the folder.
 * @returns Paths relative to the folder, sorted; omits {@link toolFolders} and symbolic links to folders.
 */
export async function findUnplannedFiles(
  folder: string,
  targets: readonly string[],
  planned: ReadonlySet<string>,
): Promise<readonly string[]> {
  const unplanned: string[] = [];
  const pending = [...targets];
  let seen = 0;
  for (const current of pending) {
    try {
      for await (const entry of await opendir(path.join(folder, current))) {
        seen += 1;
        const file = `${current}/${entry.name}`;
        if (entry.isDirectory() && !toolFolders.has(entry.name)) pending.push(file);
        else if (!entry.isDirectory() && !planned.has(file)) unplanned.push(file);
        if (seen >= maxEntries) return unplanned.toSorted();
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
  return unplanned.toSorted();
}
