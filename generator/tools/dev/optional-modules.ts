import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Generated modules that exist only with certain definition keys, and the code that replaces a missing one in `dev`.
 */
const replacements: ReadonlyMap<string, string> = new Map([
  ['./env-file.ts', ''],
  ['./env.ts', 'export const environment = undefined;'],
  ['./stores.ts', 'export const stores = undefined;'],
]);

/**
 * Lets the `dev` server import generated modules that may be missing.
 *
 * @param folder Absolute path of the generated folder.
 */
export function optionalModules(folder: string): Plugin {
  return {
    name: 'optional-modules',
    setup(build) {
      build.onResolve({ filter: /^\.\/[\w-]+\.ts$/ }, ({ resolveDir, path: file }) => {
        const isMissing = resolveDir === folder && replacements.has(file) && !existsSync(path.join(resolveDir, file));
        return isMissing ? { path: file, namespace: 'absent' } : undefined;
      });
      build.onLoad({ filter: /^/, namespace: 'absent' }, ({ path: file }) => ({
        contents: replacements.get(file) ?? '',
      }));
    },
  };
}
