import { build, type Plugin } from 'esbuild';
import { formatsModule, readFormats } from '../../../core/package/read-formats.js';
import { validatorParts } from './validator-parts.js';

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
      onResolve({ filter: /.*/ }, ({ path }) =>
        path.startsWith('./shared-') ? { path, external: true } : { path, namespace: 'text' },
      );
      onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => {
        const contents = path === formatsModule ? readFormats() : (modules.get(path) ?? validatorParts.get(path));
        return contents === undefined ? undefined : { contents };
      });
    },
  };
}
