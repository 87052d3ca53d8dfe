import { compileInOrder, type ReferenceGraph } from './compile-in-order.js';
import { createCompiler } from './create-compiler.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import type { CompilerMode } from './list-jobs.js';
import { printModule } from './print-module.js';
import { findUri, registerSchemas } from './register-schemas.js';

export interface SchemaToCompile {
  /** An identifier, unique within the compilation; the name of the export. */
  readonly id: string;
  /** JSON text, as the compiler reads it; references are those of the model. */
  readonly text: string;
}

export interface CompiledSchemas {
  /** The text of a module that exports some of the schemas. It still requires parts of the compiler's library. */
  readonly print: (ids: readonly string[]) => string;
  /** Why a schema was not compiled, by its id. */
  readonly failures: ReadonlyMap<string, string>;
}

/**
 * Compiles schemas; the definitions that they refer to are compiled once and become functions that they share. A schema
 * that cannot be compiled is left out, the others are compiled without it.
 *
 * @param findFault Says why a definition is no valid schema: whatever refers to it cannot be compiled.
 */
export function compileSchemas(
  mode: CompilerMode,
  schemas: readonly SchemaToCompile[],
  definitions: DefinitionIndex,
  findFault: (definition: IndexedDefinition) => string | undefined,
): CompiledSchemas {
  const failures = new Map<string, string>();
  for (;;) {
    const rest = schemas.filter(({ id }) => !failures.has(id));
    const compiler = createCompiler(mode);
    const graph = registerSchemas(compiler, mode.fillsDefaults ? 'filling' : 'plain', rest, definitions, findFault);
    const failed = compileInOrder(compiler, graph);
    if (failed.size === 0) {
      const print = (ids: readonly string[]): string => {
        const exports = new Map(ids.map((id) => [id, findUri(id)]));
        return protectProto(printModule(compiler, reach(exports.values(), graph), exports));
      };
      return { print, failures };
    }
    // A compiler that failed may hold half of a recursive definition: the rest is compiled by a new one.
    for (const { id } of rest) {
      const message = failed.get(findUri(id));
      if (message !== undefined) failures.set(id, message);
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
  if (!code.includes('"__proto__":')) return code;
  return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
}
