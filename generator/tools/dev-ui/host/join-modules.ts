import { build } from 'esbuild';
import type { GeneratedFile } from '../../../core/code/generated-file.js';

/** Bundles a generated module with the modules beside it, so that it can be imported without files. */
export async function joinModules(entry: GeneratedFile, files: readonly GeneratedFile[]): Promise<string> {
  const folder = entry.path.slice(0, entry.path.lastIndexOf('/') + 1);
  const contents = new Map(files.map((file) => [file.path, file.content]));
  const { outputFiles } = await build({
    stdin: { contents: entry.content, sourcefile: 'entry.js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'silent',
    plugins: [
      {
        name: 'read-generated',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\// }, ({ path }) => ({ path: `${folder}${path.slice(2)}`, namespace: 'generated' }));
          onLoad({ filter: /.*/, namespace: 'generated' }, ({ path }) => ({ contents: contents.get(path) ?? '' }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}
