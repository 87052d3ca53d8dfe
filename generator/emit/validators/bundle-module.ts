import { createRequire } from 'node:module';
import { build, type Plugin } from 'esbuild';

/** Modules by name; the names are known only to the bundle. */
export type ModuleTexts = ReadonlyMap<string, string>;

/**
 * Bundles modules into one, minified, with the parts of Ajv that they require; it imports only files beside it. The same texts
 * give the same bundle on every machine.
 *
 * @param entry Text of the module whose exports are those of the bundle; it imports the others by name.
 */
export async function bundleModule(entry: string, modules: ModuleTexts): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, sourcefile: 'entry.js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [resolveModules(modules)],
  });
  return outputFiles[0]?.text ?? '';
}

function resolveModules(modules: ModuleTexts): Plugin {
  return {
    name: 'resolve-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, importer, namespace }) => {
        if (path.startsWith('./shared-')) return { path, external: true };
        if (modules.has(path) || replacements.has(path)) return { path, namespace: 'text' };
        return { path: createRequire(namespace === 'file' ? importer : import.meta.url).resolve(path) };
      });
      onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => ({
        contents: modules.get(path) ?? replacements.get(path) ?? '',
      }));
    },
  };
}

/**
 * Replacements for parts of Ajv: its `equal` calls `valueOf` and `toString` of the values, which a client may send as members;
 * its `ucs2length` contains a text that looks like an import.
 */
const replacements: ModuleTexts = new Map([
  [
    'ajv/dist/runtime/equal',
    `exports.default = function equal(a, b) {
      if (a === b) return true;
      if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
      if (Array.isArray(a) !== Array.isArray(b)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      return keys.every((key) => Object.prototype.hasOwnProperty.call(b, key) && equal(a[key], b[key]));
    }`,
  ],
  [
    'ajv/dist/runtime/ucs2length',
    `exports.default = function countCodePoints(text) {
      let count = text.length;
      for (let index = 1; index < text.length; index++) {
        if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count--;
      }
      return count;
    }`,
  ],
]);
