import type { Ajv } from 'ajv';

/** Schemas that are registered with a compiler, by URI, with the URIs that each of them refers to. */
export type ReferenceGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Compiles schemas, each after those that it refers to. Left to itself the compiler descends from every reference into
 * the schema behind it, as deep as the references go; so it never has to, and the stack does not limit their number.
 * What refers to each other is compiled in the order of the URIs: what comes out for a schema depends on no other schema
 * than those that it refers to, directly or not.
 *
 * @param graph What is not compiled yet; it may refer to what is.
 * @param failures Why schemas could not be compiled, by URI: added to. What refers to one of them is not compiled either.
 */
export function compileInOrder(compiler: Ajv, graph: ReferenceGraph, failures: Map<string, string>): void {
  for (const circle of listCircles(graph)) {
    const members = circle.toSorted();
    const targets = members.flatMap((uri) => [...(graph.get(uri) ?? [])]);
    let failure = targets.map((uri) => failures.get(uri)).find((message) => message !== undefined);
    for (const uri of members) markCompiling(compiler, uri, true);
    for (const uri of members) {
      markCompiling(compiler, uri, false);
      failure ??= compile(compiler, uri);
    }
    if (failure !== undefined) for (const uri of members) failures.set(uri, failure);
  }
}

interface Visit {
  readonly uri: string;
  /** What is referred to and has not been looked at yet. */
  readonly pending: Iterator<string>;
  /** Number of the first schema in the path that is known to be in the same circle. */
  first: number;
}

/**
 * The schemas in groups that refer to each other, directly or not (most are alone), each group after those that it
 * refers to.
 *
 * @see https://doi.org/10.1137/0201010 Tarjan, Depth-first search and linear graph algorithms
 */
function* listCircles(graph: ReferenceGraph): Generator<readonly string[]> {
  const numbers = new Map<string, number>();
  /** What was entered and is in no group yet. */
  const open: string[] = [];
  const grouped = new Set<string>();
  const path: Visit[] = [];
  const enter = (uri: string): void => {
    const number = numbers.size;
    numbers.set(uri, number);
    open.push(uri);
    path.push({ uri, pending: (graph.get(uri) ?? new Set<string>()).values(), first: number });
  };
  for (const root of graph.keys()) {
    if (!numbers.has(root)) enter(root);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const next = visit.pending.next();
      if (next.done !== true) {
        if (!graph.has(next.value)) continue;
        const number = numbers.get(next.value);
        if (number === undefined) enter(next.value);
        else if (!grouped.has(next.value)) visit.first = Math.min(visit.first, number);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) above.first = Math.min(above.first, visit.first);
      if (visit.first !== numbers.get(visit.uri)) continue;
      const circle = open.splice(open.lastIndexOf(visit.uri));
      for (const uri of circle) grouped.add(uri);
      yield circle;
    }
  }
}

/** A schema that is marked is called through a variable that is filled later, as the compiler does in a recursion. */
function markCompiling({ schemas, _compilations: compilations }: Ajv, uri: string, isCompiling: boolean): void {
  const schema = schemas[uri];
  if (schema === undefined) throw new Error(`There is no schema ${uri}.`);
  if (isCompiling) compilations.add(schema);
  else compilations.delete(schema);
}

function compile(compiler: Ajv, uri: string): string | undefined {
  try {
    compiler.getSchema(uri);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
