import { emitValidators } from '../../../pipeline/emit/validators/emit-validators.js';
import { joinModules } from './join-modules.js';
import { ListsTooLong, readLists } from './read-lists.js';

/** A compiled schema: the code of a module, and its export. */
export interface CompiledInput {
  readonly module: string;
  readonly name: string;
}

/** Compiles a schema; returns the reason when that is impossible. */
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
      return `The schema cannot be compiled: ${failures[0]?.message ?? 'there is no code for it'}`;
    }
    return { module: await joinModules(file, files), name: place.input };
  } catch (error) {
    if (error instanceof ListsTooLong || error instanceof RangeError)
      return `The schema is too large: ${error.message}`;
    throw error;
  }
}
