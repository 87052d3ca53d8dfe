import { compileInOrder } from './compile-in-order.js';
import { createCompiler } from './create-compiler.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import type { ReferenceGraph } from './list-circles.js';
import type { CompilerMode } from './list-jobs.js';
import type { DefinitionForm } from './prepare-schema.js';
import { printModule } from './print-module.js';
import { findUri, listDefinitionUris, registerSchemas } from './register-schemas.js';
import { nameSharedModule } from './share-definitions.js';

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
  /**
   * Likewise for the definitions of a unit, in all the forms that others may import.
   *
   * @throws {Error} when one of them cannot be compiled
   */
  readonly printShared: (names: readonly string[]) => string;
}

/**
 * Opens a compilation. The definitions that its schemas refer to are compiled once and become functions that they share.
 *
 * @param part Name of the mode.
 * @param findFault Says why a definition is no valid schema: whatever refers to it cannot be compiled.
 */
export function openCompilation(
  mode: CompilerMode,
  part: string,
  definitions: DefinitionIndex,
  findFault: (definition: IndexedDefinition) => string | undefined,
): SchemaCompilation {
  const compiler = createCompiler(mode);
  const form = mode.fillsDefaults ? 'filling' : 'plain';
  const graph = new Map<string, ReadonlySet<string>>();
  const failed = new Map<string, string>();
  const shared = locateShared(part, form, definitions);
  const compile = (schemas: readonly SchemaToCompile[], names: readonly string[]): void => {
    const added = registerSchemas(compiler, form, schemas, names, definitions, findFault, graph);
    for (const [uri, targets] of added) graph.set(uri, targets);
    compileInOrder(compiler, added, failed);
  };
  const print = (exports: ReadonlyMap<string, string>): string => {
    const own = new Set(exports.values());
    const reached = reach(own, graph, (uri) => !own.has(uri) && shared.has(uri));
    const imports = [...reached].flatMap((uri) => {
      const module = own.has(uri) ? undefined : shared.get(uri);
      return module === undefined ? [] : [{ uri, name: nameExport(uri), module }];
    });
    return protectProto(printModule(compiler, reached, exports, imports));
  };
  return {
    compile: (schemas) => {
      compile(schemas, []);
      return new Map(
        schemas.flatMap(({ id }) => {
          const message = failed.get(findUri(id));
          return message === undefined ? [] : [[id, message] as const];
        }),
      );
    },
    print: (ids) => print(new Map(ids.map((id) => [id, findUri(id)]))),
    printShared: (names) => {
      compile([], names);
      const all = names.flatMap((name) => listDefinitionUris(findDefinition(name, definitions), form));
      const failure = all.map((uri) => failed.get(uri)).find((message) => message !== undefined);
      if (failure !== undefined) throw new Error(failure);
      return print(new Map(all.map((uri) => [nameExport(uri), uri])));
    },
  };
}

/** The files that shared definitions are imported from, by the URIs of their forms. */
function locateShared(part: string, form: DefinitionForm, definitions: DefinitionIndex): ReadonlyMap<string, string> {
  return new Map(
    [...definitions.values()].flatMap((definition) => {
      if (definition.shared === undefined) return [];
      const module = `./${nameSharedModule(part, definition.shared)}`;
      return listDefinitionUris(definition, form).map((uri) => [uri, module] as const);
    }),
  );
}

function findDefinition(name: string, definitions: DefinitionIndex): IndexedDefinition {
  const definition = definitions.get(name);
  if (definition === undefined) throw new Error(`There is no definition "${name}".`);
  return definition;
}

/** Name under which a module exports the form of a definition: that of the form, and a digest. */
function nameExport(uri: string): string {
  return uri.slice(findUri('').length).replace('/', '_');
}

/** Schemas, and all that they refer to, directly or not, as far as no end is in the way. */
function reach(uris: Iterable<string>, graph: ReferenceGraph, isEnd: (uri: string) => boolean): ReadonlySet<string> {
  const reached = new Set(uris);
  for (const uri of reached) if (!isEnd(uri)) for (const next of graph.get(uri) ?? []) reached.add(next);
  return reached;
}

/** In an object literal `"__proto__":` sets the prototype, `["__proto__"]:` a property. */
function protectProto(code: string): string {
  if (!code.includes('"__proto__":')) return code;
  return code.replace(/(?<=[{,])"__proto__":/g, '["__proto__"]:');
}
