import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SourceFile } from './project-source.js';

/**
 * Reads the files of a view: those below its folder, or the one file that it is. Leaves out installed packages, links and files
 * whose name begins with a dot.
 *
 * @param root Absolute path of the folder that paths are relative to.
 * @param view Folder or file, relative to the root.
 */
export async function readViewFiles(root: string, view: string): Promise<readonly SourceFile[]> {
  const absolute = join(root, view);
  if ((await stat(absolute)).isFile()) return [{ path: view, content: await readFile(absolute) }];
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
    .filter((names) => !names.some((name) => name === 'node_modules' || name.startsWith('.')));
  return Promise.all(
    files.map(async (names) => ({ path: names.join('/'), content: await readFile(join(root, ...names)) })),
  );
}
