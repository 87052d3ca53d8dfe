import { Ajv, type AnySchema } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Dialect } from '../../model/model.js';

/** Says what is wrong with a schema by the rules of its dialect; `undefined` when it is a valid one. */
export type SchemaCheck = (dialect: Dialect, schema: object | boolean) => string | undefined;

/** Makes a check that loads the meta-schema of a dialect when it first needs it. */
export function createSchemaCheck(): SchemaCheck {
  const compilers = new Map<Dialect, Ajv>();
  return (dialect, schema) => {
    const compiler = compilers.get(dialect) ?? createCompiler(dialect);
    compilers.set(dialect, compiler);
    if (compiler.validateSchema(schema as AnySchema) === true) return undefined;
    const [error] = compiler.errors ?? [];
    return `The schema is not valid at ${error?.instancePath || 'its root'}: ${error?.message}.`;
  };
}

function createCompiler(dialect: Dialect): Ajv {
  const options = { strict: false, logger: false, unicodeRegExp: true } as const;
  const compiler = dialect === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  formats.default(compiler, { mode: 'full', keywords: false });
  return compiler;
}
