import { compileInOrder } from './compile-in-order.js';
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

/** Compiles schemas of one mode, some after the others. */
export interface SchemaCompilation {
  /**
   * Compiles schemas that were not compiled yet. One that cannot be compiled takes no other down, except for those that refer to it.
   *
   * @returns Why schemas could not be compiled, by id.
   */
  readonly compile: (schemas: readonly SchemaToCompile[]) => ReadonlyMap<string, string>;
  /** The text of a module that exports some of the schemas, while none has failed. It still requires parts of the compiler's library. */
  readonly print: (ids: readonly string[]) => string;
}

/**
 * Opens a compilation. The definitions that its schemas refer to are compiled once and become functions that they share.
 *
 * @param findFault Says why a definition is no valid schema: whatever refers to it cannot be compiled.
 */
export function openCompilation(
  mode: CompilerMode,
  definitions: DefinitionIndex,
  findFault: (definition: IndexedDefinition) => string | undefined,
): SchemaCompilation {
  const compiler = createCompiler(mode);
  const form = mode.fillsDefaults ? 'filling' : 'plain';
  const graph = new Map<string, ReadonlySet<string>>();
  const failed = new Map<string, string>();
  return {
    compile: (schemas) => {
      const added = registerSchemas(compiler, form, schemas, definitions, findFault, graph);
      for (const [uri, targets] of added) graph.set(uri, targets);
      compileInOrder(compiler, added, failed);
      return new Map(
        schemas.flatMap(({ id }) => {
          const message = failed.get(findUri(id));
          return message === undefined ? [] : [[id, message] as const];
        }),
      );
    },
    print: (ids) => {
      const exports = new Map(ids.map((id) => [id, findUri(id)]));
      return protectProto(printModule(compiler, reach(exports.values(), graph), exports));
    },
  };
}

/** Schemas, and all that they refer to, directly or not. */
function reach(uris: Iterable<string>, graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set(uris);
  for (const uri of reached) for (const next of graph.get(uri) ?? []) reached.add(next);
  return reached;
}

/** In an object literal `"__proto__":` sets the prototype, `["__proto__"]:` a property. */
function protectProto(code: string): string {
  if (!code.includes('"__proto__":')) return code;
  return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
}
