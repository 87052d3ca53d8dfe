import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { formatsModule, readFormats } from '../../../core/package/read-formats.js';
import { validatorParts } from './validator-parts.js';

/** A module to bundle. */
export interface ModuleTexts {
  /** Source of the entry module, which imports the other modules by name. */
  readonly entry: string;
  /** Sources of the other modules by name. They are internal to the bundle. */
  readonly others: ReadonlyMap<string, string>;
}

/**
 * Bundles and minifies modules, each with the parts of Ajv that it requires. They import only files in the same folder.
 * Deterministic: the same sources yield the same bundle on every machine, independently of other modules.
 * @returns Code in the order of the modules.
 */
export async function bundleModules(modules: readonly ModuleTexts[]): Promise<readonly string[]> {
  if (modules.length === 0) return [];
  const { outputFiles } = await build({
    entryPoints: [...modules.keys()].map(String),
    outdir: 'bundles',
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
  const codes = new Map(outputFiles.map(({ path: file, text }) => [path.basename(file, '.js'), text]));
  return modules.map((_, position) => codes.get(String(position)) ?? '');
}

function resolveModules(modules: readonly ModuleTexts[]): Plugin {
  return {
    name: 'resolve-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path: name, kind, namespace, importer }) => {
        if (kind === 'entry-point') return { path: name, namespace: 'entry' };
        if (name.startsWith('./shared-')) return { path: name, external: true };
        return namespace === 'entry' && modules[Number(importer)]?.others.has(name)
          ? { path: name, namespace: 'other', pluginData: importer, suffix: `?${importer}` }
          : { path: name, namespace: 'part' };
      });
      onLoad({ filter: /.*/, namespace: 'entry' }, ({ path: name }) => loadText(modules[Number(name)]?.entry));
      onLoad({ filter: /.*/, namespace: 'other' }, ({ path: name, pluginData }) =>
        loadText(modules[Number(pluginData)]?.others.get(name)),
      );
      onLoad({ filter: /.*/, namespace: 'part' }, ({ path: name }) =>
        loadText(name === formatsModule ? readFormats() : validatorParts.get(name)),
      );
    },
  };
}

function loadText(contents: string | undefined) {
  return contents === undefined ? undefined : { contents };
}
