import type { JsonObject } from '../../model/json.js';
import { compileInOrder, type ReferenceGraph } from './compile-in-order.js';
import { type CompilerMode, createCompiler } from './create-compiler.js';
import type { DefinitionIndex } from './definition-index.js';
import { printModule } from './print-module.js';
import { findUri, registerSchemas } from './register-schemas.js';

export interface SchemaToCompile {
  /** Name of the export: an identifier, unique within the compilation. */
  readonly exportName: string;
  readonly schema: boolean | JsonObject;
}

export interface CompiledSchemas {
  /** The text of a module that exports some of the schemas. It still requires parts of the compiler's library. */
  readonly print: (exportNames: readonly string[]) => string;
  /** Why a schema was not compiled, by the name of its export. */
  readonly failures: ReadonlyMap<string, string>;
}

/**
 * Compiles schemas; the definitions that they refer to are compiled once and become functions that they share. A schema
 * that cannot be compiled is left out, the others are compiled without it.
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
    const graph = registerSchemas(compiler, mode.fillsDefaults ? 'filling' : 'plain', rest, definitions);
    const failed = compileInOrder(compiler, graph);
    if (failed.size === 0) {
      const print = (exportNames: readonly string[]): string => {
        const exports = new Map(exportNames.map((name) => [name, findUri(name)]));
        return protectProto(printModule(compiler, reach(exports.values(), graph), exports));
      };
      return { print, failures };
    }
    // A compiler that failed may hold half of a recursive definition: the rest is compiled by a new one.
    for (const { exportName } of rest) {
      const message = failed.get(findUri(exportName));
      if (message !== undefined) failures.set(exportName, message);
    }
  }
}

/** Schemas, and all that they refer to, directly or not. */
function reach(uris: Iterable<string>, graph: ReferenceGraph): ReadonlySet<string> {
  const reached = new Set(uris);
  for (const uri of reached) for (const next of graph.get(uri) ?? []) reached.add(next);
  return reached;
}

/** In an object literal `"__proto__":` sets the prototype, `["__proto__"]:` a property. */
function protectProto(code: string): string {
  return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
}
