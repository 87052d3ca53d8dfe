import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { readManifest } from '../../pipeline/write/manifest.js';
import { isSystemError } from '../../pipeline/write/system-error.js';

/** Maximum number of folder entries to search, and maximum depth below the root. */
const maxEntries = 10_000;
const maxLevels = 4;

/**
 * Finds the folders that `package` wrote, by their manifests. They can be anywhere below the root (`--out`).
 *
 * @returns Paths relative to the root, sorted; omits `node_modules`, folders that begin with a dot, and symbolic links.
 */
export async function readPackageFolders(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const pending = [''];
  let seen = 0;
  for (const folder of pending) {
    if (folder !== '' && (await isPackageFolder(root, folder))) {
      found.push(folder);
      continue;
    }
    if (folder.split('/').length >= maxLevels) continue;
    try {
      for await (const entry of await opendir(path.join(root, folder))) {
        seen += 1;
        const isOpen = entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
        if (isOpen) pending.push(folder === '' ? entry.name : `${folder}/${entry.name}`);
        if (seen >= maxEntries) return found.toSorted();
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
  }
  return found.toSorted();
}

async function isPackageFolder(root: string, folder: string): Promise<boolean> {
  try {
    return (await readManifest(root, folder))?.bundling !== undefined;
  } catch {
    // An unreadable manifest does not count as a package manifest; the `package` command reports it.
    return false;
  }
}
