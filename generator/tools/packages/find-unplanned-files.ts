import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../../pipeline/write/system-error.js';

/** Folders of tools: packages, and the state of those that deploy. */
const toolFolders = new Set(['node_modules', '.wrangler', '.vercel', '.aws-sam']);

/** Maximum number of entries of the folders of packages that are looked at. */
const maxEntries = 10_000;

/**
 * Finds files in the folders of packages that belong to no package, such as files of the user, which would be published too.
 *
 * @param folder Absolute path of the folder of all packages.
 * @param planned Paths of the files of the packages, relative to the folder.
 * @returns Paths relative to the folder, sorted; without {@link toolFolders} and the content of folders that are links.
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
