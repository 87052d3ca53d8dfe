import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of this package: the same from the sources, from the compiled code and from its bundle. */
export function findPackageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
