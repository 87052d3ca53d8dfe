import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackageRoot } from './find-package-root.js';
import { readInstalled } from './read-installed.js';

/**
 * Hashes the files of this package that affect generated files: the generator code, the templates, and the versions of
 * bundled packages, which are development dependencies. The CLI bundle contains the hash as a constant.
 */
export function digestCode(): string {
  const root = findPackageRoot();
  const hash = createHash('sha256');
  // The folder of the compiled code, or of the sources if they are run directly.
  const code = path.resolve(import.meta.dirname, '../..');
  for (const folder of [code, path.join(root, 'templates')]) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted();
    for (const file of paths) {
      if (isDeclarationOf(code, file)) continue;
      const content = readFileSync(file);
      hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: object;
  };
  for (const name of Object.keys(devDependencies)) hash.update(`${name}\0${readInstalled(name, root)}\0`);
  return hash.digest('hex');
}

/** Whether a file is a declaration file of compiled code, which does not affect generated files. */
function isDeclarationOf(code: string, file: string): boolean {
  return file.startsWith(code) && file.endsWith('.d.ts');
}
