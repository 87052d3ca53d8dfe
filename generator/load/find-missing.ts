import { existsSync } from 'node:fs';
import path from 'node:path';

/** Which of these files (paths relative to the root) are not on disk. */
export function findMissing(root: string, files: readonly { readonly path: string }[]): ReadonlySet<string> {
  const paths = files.map(({ path: file }) => file);
  return new Set(paths.filter((file) => !existsSync(path.join(root, file))));
}
