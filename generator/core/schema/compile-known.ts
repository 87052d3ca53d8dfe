import { Ajv, type CodeOptions, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readDefinitionSchema } from '../package/load-package.js';
import type { Dialect } from '../model/model.js';

/** Name of a built-in schema: the definition format, or the metaschema of a dialect. */
export type KnownSchema = 'format' | Dialect;

/** Names of all built-in schemas. */
export const knownSchemas: readonly KnownSchema[] = ['format', '2020-12', 'draft-07'];

/** A compiled built-in schema with the compiler that can print its code. */
interface CompiledKnown {
  readonly compiler: Ajv;
  readonly validate: ValidateFunction;
}

/** Compiles a built-in schema to a validator that reports all errors. */
export function compileKnown(name: KnownSchema, code: CodeOptions = {}): CompiledKnown {
  if (name === 'format') return compileFormat(code);
  const options = { strict: false, allErrors: true, validateFormats: false, code };
  const compiler = name === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  const metaschema =
    name === 'draft-07' ? 'http://json-schema.org/draft-07/schema' : 'https://json-schema.org/draft/2020-12/schema';
  return { compiler, validate: compiler.getSchema(metaschema) as ValidateFunction };
}

function compileFormat(code: CodeOptions): CompiledKnown {
  const compiler = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateFormats: false, code });
  const schema = readDefinitionSchema();
  // Schemas in a definition are checked against their metaschema; the format lists keywords only for editors.
  const $defs = { ...schema.$defs, JsonSchema: { type: ['object', 'boolean'] } };
  return { compiler, validate: compiler.compile({ ...schema, $defs }) };
}
