import type { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { JsonObject } from '../../model/json.js';
import { type CompilerMode, createCompiler } from './create-compiler.js';
import type { DefinitionIndex } from './definition-index.js';
import { type DefinitionReferrer, prepareSchema } from './prepare-schema.js';

export interface SchemaToCompile {
  /** Name of the export: an identifier, unique within the compilation. */
  readonly exportName: string;
  readonly schema: boolean | JsonObject;
}

export interface CompiledSchemas {
  /** A module with one export for each schema that was compiled. It still requires parts of the compiler's library. */
  readonly code: string;
  /** Why a schema was not compiled, by the name of its export. */
  readonly failures: ReadonlyMap<string, string>;
}

/**
 * Compiles schemas into one module; the definitions that they refer to become functions that they share. A schema that
 * cannot be compiled is left out, the others are compiled without it.
 */
export function compileSchemas(
  mode: CompilerMode,
  schemas: readonly SchemaToCompile[],
  definitions: DefinitionIndex,
): CompiledSchemas {
  const failures = new Map<string, string>();
  for (;;) {
    const rest = schemas.filter(({ exportName }) => !failures.has(exportName));
    const compiler = createCompiler(mode);
    const failed = compileAll(compiler, mode, rest, definitions);
    if (failed.size === 0) {
      const exports = Object.fromEntries(rest.map(({ exportName }) => [exportName, findUri(exportName)]));
      return { code: protectProto(standalone.default(compiler, exports)), failures };
    }
    // A compiler that failed may hold half of a recursive definition: the rest is compiled by a new one.
    for (const [exportName, message] of failed) failures.set(exportName, message);
  }
}

function compileAll(
  compiler: Ajv,
  { purpose }: CompilerMode,
  schemas: readonly SchemaToCompile[],
  definitions: DefinitionIndex,
): ReadonlyMap<string, string> {
  const failed = new Map<string, string>();
  const refer = createReferrer(compiler, definitions);
  for (const { exportName, schema } of schemas) {
    try {
      compiler.addSchema(prepareSchema(schema, purpose === 'input' ? 'filling' : 'plain', refer), findUri(exportName));
      compiler.getSchema(findUri(exportName));
    } catch (error) {
      failed.set(exportName, error instanceof Error ? error.message : String(error));
    }
  }
  return failed;
}

/** Registers a definition, and what it refers to, when something first refers to it. */
function createReferrer(compiler: Ajv, definitions: DefinitionIndex): DefinitionReferrer {
  const registered = new Set<string>();
  return function refer(name, wanted): string {
    const definition = definitions.get(name);
    if (definition === undefined) throw new Error(`There is no definition "${name}".`);
    const form = definition.defaults ? wanted : 'plain';
    const uri = findUri(`${form}/${definition.position}`);
    if (registered.has(uri)) return uri;
    registered.add(uri);
    const { fault } = definition;
    const schema =
      fault === undefined ? prepareSchema(definition.model.schema, form, refer) : { fault: `"${name}": ${fault}` };
    compiler.addSchema(schema, uri);
    return uri;
  };
}

function findUri(path: string): string {
  return `schema:/${path}`;
}

/** In an object literal `"__proto__":` sets the prototype, `["__proto__"]:` a property. */
function protectProto(code: string): string {
  return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
}
