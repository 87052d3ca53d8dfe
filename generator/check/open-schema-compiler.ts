import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Dialect } from '../model/model.js';
import { findKnownValidator } from '../schema/known-validators.js';

/** Compiles a schema that refers to nothing but itself; `undefined` where that is not possible, which is reported elsewhere. */
export type CompileSchema = (dialect: Dialect, schema: object | boolean) => ValidateFunction | undefined;

/** Makes what compiles the schemas of one run. It holds on to all of them, so that a process that stays needs another one for each run. */
export function openSchemaCompiler(): CompileSchema {
  const compilers = new Map<Dialect, Ajv>();
  return (dialect, schema) => {
    if (typeof schema === 'object' && !findKnownValidator(`first fault ${dialect}`)(schema)) return undefined;
    const compiler = compilers.get(dialect) ?? createCompiler(dialect);
    compilers.set(dialect, compiler);
    try {
      return compiler.compile(schema);
    } catch {
      return undefined;
    }
  };
}

function createCompiler(dialect: Dialect): Ajv {
  const options = {
    allErrors: true,
    strict: false,
    addUsedSchema: false,
    logger: false,
    validateSchema: false,
  } as const;
  const compiler = dialect === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  addFormats.default(compiler);
  return compiler;
}
