import type { Entity, KnowledgeGraph, Relation } from '../../../generated/knowledge-graph/types.ts';

/** Observations about one entity. */
export interface Observations {
  readonly entityName: string;
  readonly contents: readonly string[];
}

/** Returns the entities that are not yet in a graph, without duplicate names. */
export function newEntities(graph: KnowledgeGraph, entities: readonly Entity[]): Entity[] {
  const known = new Set(graph.entities.map(({ name }) => name));
  return entities.filter(({ name }) => !known.has(name) && known.add(name));
}

/** Returns the relations that are not yet in a graph, without duplicates. */
export function newRelations(graph: KnowledgeGraph, relations: readonly Relation[]): Relation[] {
  const known = new Set(graph.relations.map(relationKey));
  return relations.filter((relation) => !known.has(relationKey(relation)) && known.add(relationKey(relation)));
}

/** Returns a key that is the same for equal relations. */
export function relationKey({ from, to, relationType }: Relation): string {
  return JSON.stringify([from, to, relationType]);
}

/**
 * Adds observations to a graph in place, and returns the new ones.
 *
 * @throws Error if there is no such entity.
 */
export function addObservations(graph: KnowledgeGraph, { entityName, contents }: Observations): string[] {
  const entity = graph.entities.find(({ name }) => name === entityName);
  if (!entity) throw new Error(`Entity with name ${entityName} not found`);
  const known = new Set(entity.observations);
  const added = contents.filter((content) => !known.has(content) && known.add(content));
  entity.observations.push(...added);
  return added;
}

/** Returns the entities with the given names, and all their relations. */
export function selectNodes(graph: KnowledgeGraph, names: ReadonlySet<string>): KnowledgeGraph {
  return {
    entities: graph.entities.filter(({ name }) => names.has(name)),
    relations: graph.relations.filter(({ from, to }) => names.has(from) || names.has(to)),
  };
}

/** Returns the names of entities whose name, type or observations contain the query, ignoring case. */
export function searchNames(graph: KnowledgeGraph, query: string): ReadonlySet<string> {
  const wanted = query.toLowerCase();
  const found = graph.entities.filter(({ name, entityType, observations }) =>
    [name, entityType, ...observations].some((text) => text.toLowerCase().includes(wanted)),
  );
  return new Set(found.map(({ name }) => name));
}
