import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';

/** Generated modules that come and go with keys of the definition, and what the server of `dev` imports instead of a missing one. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['./env-file.ts', ''],
  ['./env.ts', 'export const environment = undefined;'],
  ['./stores.ts', 'export const stores = undefined;'],
]);

/**
 * Lets the server of `dev` import generated modules that may be missing.
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
