import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Maximum number of folders that are searched. */
const maxFolders = 4;

/**
 * Returns the path of a SQLite file. A relative path is searched in the folder of a module and the folders above, because
 * the client chooses the working directory.
 *
 * @param module URL of the module. Absent: relative paths are relative to the working directory.
 */
export function findFile(file: string, module: string | undefined): string {
  if (path.isAbsolute(file) || module?.startsWith('file:') !== true) return file;
  let folder = path.dirname(fileURLToPath(module));
  for (let count = 1; count <= maxFolders; count += 1) {
    const found = path.join(folder, file);
    if (existsSync(found)) return found;
    folder = path.dirname(folder);
  }
  return file;
}
