import path from 'node:path';
import type { WatchedFolder } from './watch-folders.js';

/**
 * What has to be watched to see every change that matters: folders with all that is below them, the way to them (they
 * may be removed and come again), and single files elsewhere.
 *
 * @param root Absolute path of the project.
 * @param folders Relative to the root, inside of it.
 * @param files Relative to the root.
 */
export function listWatchedFolders(
  root: string,
  folders: readonly string[],
  files: readonly string[],
): readonly WatchedFolder[] {
  const names = new Map<string, Set<string>>();
  const add = (file: string): void => {
    const folder = path.posix.dirname(file);
    names.set(folder, (names.get(folder) ?? new Set()).add(path.posix.basename(file)));
  };
  for (const folder of folders) {
    for (let step = folder; step !== '.'; step = path.posix.dirname(step)) add(step);
  }
  for (const file of files) {
    if (!folders.some((folder) => file.startsWith(`${folder}/`))) add(file);
  }
  return [
    ...folders.map((folder) => ({ path: path.join(root, folder) })),
    ...[...names].map(([folder, wanted]) => ({ path: path.join(root, folder), names: wanted })),
  ];
}
