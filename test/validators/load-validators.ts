import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { emitValidators, type ValidatorModules } from '../../generator/pipeline/emit/validators/emit-validators.js';
import type { Validator } from '../../runtime/core/api/definition.js';
import type { PlainSchema } from '../kit/build-model.js';
import { buildTools, type PlainTool } from './build-tools.js';

export interface LoadedValidators {
  readonly input: Validator;
  readonly output?: Validator;
}

/** Writes emitted modules to a folder of their own, as a server has them, and imports the validators of every tool. */
export async function loadValidators(emitted: ValidatorModules): Promise<ReadonlyMap<string, LoadedValidators>> {
  const folder = makeFolder({ 'package.json': '{"type":"module"}' });
  for (const { path, content } of emitted.files) putFiles(folder, { [path]: content });
  const loaded = new Map<string, LoadedValidators>();
  for (const [tool, { module, input, output }] of emitted.modules) {
    const exports = (await import(pathToFileURL(join(folder, module)).href)) as { [name: string]: Validator };
    const validate = exports[input];
    const validateOutput = output === undefined ? undefined : exports[output];
    if (validate === undefined) throw new Error(`${module} does not export ${input}`);
    loaded.set(tool, validateOutput === undefined ? { input: validate } : { input: validate, output: validateOutput });
  }
  return loaded;
}

/** The validators of one tool with this input schema, and this output schema. */
export async function compileTool(
  tool: Omit<PlainTool, 'name'>,
  definitions: { readonly [name: string]: PlainSchema } = {},
): Promise<LoadedValidators> {
  const emitted = await emitValidators(buildTools([{ name: 'one', ...tool }], definitions, tool.dialect));
  const loaded = (await loadValidators(emitted)).get('one');
  if (loaded === undefined) throw new Error(emitted.failures.map(({ message }) => message).join('\n'));
  return loaded;
}
