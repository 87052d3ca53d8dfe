import type { Ajv } from 'ajv';
import { listCircles, type ReferenceGraph } from './list-circles.js';

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
