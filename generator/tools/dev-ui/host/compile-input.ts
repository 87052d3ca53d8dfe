import { build } from 'esbuild';
import { emitValidators } from '../../../pipeline/emit/validators/emit-validators.js';
import { ListsTooLong, readLists } from './read-lists.js';
import type { GeneratedFile } from '../../../core/code/generated-file.js';

/** Compiled schema: module code and export name. */
export interface CompiledInput {
  readonly module: string;
  readonly name: string;
}

/** Compiles a schema, or returns the reason why that is impossible. */
export async function compileInput(schema: unknown): Promise<CompiledInput | string> {
  const name = 'tool';
  try {
    const tool = { name, description: name, inputSchema: schema };
    const { resolved, diagnostics } = readLists('checked', { tools: [tool] });
    const mistake = diagnostics.find(({ severity }) => severity === 'error');
    if (mistake !== undefined) return `The schema cannot be checked: ${mistake.message}`;
    const { files, modules, failures } = await emitValidators(resolved.model);
    const place = modules.get(name);
    const file = files.find(({ path }) => path === place?.module);
    if (place === undefined || file === undefined) {
      return `The schema cannot be compiled: ${failures[0]?.message ?? 'no code was generated for it'}`;
    }
    return { module: await joinModules(file, files), name: place.input };
  } catch (error) {
    if (error instanceof ListsTooLong || error instanceof RangeError)
      return `The schema is too large: ${error.message}`;
    throw error;
  }
}

/** Bundles a generated module with its sibling modules, so that it can be imported without files. */
async function joinModules(entry: GeneratedFile, files: readonly GeneratedFile[]): Promise<string> {
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
