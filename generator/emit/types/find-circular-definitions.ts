import type { Json } from '../../model/json.js';
import { isJsonArray, isJsonObject } from '../../model/json.js';
import type { DefinitionModel } from '../../model/model.js';
import { readReference } from './read-reference.js';

/**
 * Names of the definitions that lead back to themselves without a property or an array item in between, such as
 * `A: {anyOf: [{$ref: A}, …]}`. TypeScript cannot express them as aliases, and no validator terminates on them.
 */
export function findCircularDefinitions(definitions: readonly DefinitionModel[]): ReadonlySet<string> {
  const edges = new Map(definitions.map(({ name, schema }) => [name, listDirectReferences(schema)]));
  return new Set(definitions.map(({ name }) => name).filter((name) => isReachable(name, edges)));
}

function isReachable(goal: string, edges: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const pending = [...(edges.get(goal) ?? [])];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === goal) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    pending.push(...(edges.get(name) ?? []));
  }
  return false;
}

function listDirectReferences(schema: Json): string[] {
  if (!isJsonObject(schema)) return [];
  const own = readReference(schema.get('$ref'));
  const nested = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const members = schema.get(keyword);
    return isJsonArray(members) ? members.flatMap(listDirectReferences) : [];
  });
  return own === undefined ? nested : [own, ...nested];
}
