import { existsSync } from 'node:fs';
import path from 'node:path';

/** Finds the folder of this package, regardless of whether the sources, the compiled code or the bundle is running. */
export function findPackageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
