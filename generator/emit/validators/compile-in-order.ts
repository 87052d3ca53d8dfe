import type { Ajv } from 'ajv';

/** Schemas that are registered with a compiler, by URI, with the URIs that each of them refers to. */
export type ReferenceGraph = ReadonlyMap<string, ReadonlySet<string>>;

interface Visit {
  readonly uri: string;
  /** What is referred to and has not been looked at yet. */
  readonly pending: Iterator<string>;
}

/**
 * Compiles schemas, each after those that it refers to. Left to itself the compiler descends from every reference into
 * the schema behind it, as deep as the references go; so it never has to, and the stack does not limit their number.
 *
 * @returns Why schemas could not be compiled, by URI; what refers to one of them was not compiled either.
 */
export function compileInOrder(compiler: Ajv, graph: ReferenceGraph): ReadonlyMap<string, string> {
  const failures = new Map<string, string>();
  const entered = new Set<string>();
  const path: Visit[] = [];
  const enter = (uri: string): void => {
    if (entered.has(uri)) return;
    entered.add(uri);
    path.push({ uri, pending: (graph.get(uri) ?? new Set<string>()).values() });
    markCompiling(compiler, uri, true);
  };
  for (const root of graph.keys()) {
    enter(root);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const { uri, pending } = visit;
      const next = pending.next();
      if (next.done !== true) {
        enter(next.value);
        continue;
      }
      path.pop();
      markCompiling(compiler, uri, false);
      const failure = findFailure(graph.get(uri), failures) ?? compile(compiler, uri);
      if (failure !== undefined) failures.set(uri, failure);
    }
  }
  return failures;
}

/** A schema that is marked is called through a variable that is filled later, as the compiler does in a recursion. */
function markCompiling({ schemas, _compilations: compilations }: Ajv, uri: string, isCompiling: boolean): void {
  const schema = schemas[uri];
  if (schema === undefined) throw new Error(`There is no schema ${uri}.`);
  if (isCompiling) compilations.add(schema);
  else compilations.delete(schema);
}

function findFailure(uris: Iterable<string> = [], failures: ReadonlyMap<string, string>): string | undefined {
  for (const uri of uris) if (failures.has(uri)) return failures.get(uri);
  return undefined;
}

function compile(compiler: Ajv, uri: string): string | undefined {
  try {
    compiler.getSchema(uri);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
