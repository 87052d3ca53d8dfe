import type { Entity, KnowledgeGraph, Relation } from '../../../generated/knowledge-graph/types.ts';

/** Observations about one entity. */
export interface Observations {
  readonly entityName: string;
  readonly contents: readonly string[];
}

/** The entities of a list that a graph does not have yet, each name once. */
export function newEntities(graph: KnowledgeGraph, entities: readonly Entity[]): Entity[] {
  const known = new Set(graph.entities.map(({ name }) => name));
  return entities.filter(({ name }) => !known.has(name) && known.add(name));
}

/** The relations of a list that a graph does not have yet, each once. */
export function newRelations(graph: KnowledgeGraph, relations: readonly Relation[]): Relation[] {
  const known = new Set(graph.relations.map(relationKey));
  return relations.filter((relation) => !known.has(relationKey(relation)) && known.add(relationKey(relation)));
}

/** Equal for relations that say the same. */
export function relationKey({ from, to, relationType }: Relation): string {
  return JSON.stringify([from, to, relationType]);
}

/**
 * Adds observations to a graph in place and tells which of them are new.
 *
 * @throws Error when there is no such entity.
 */
export function addObservations(graph: KnowledgeGraph, { entityName, contents }: Observations): string[] {
  const entity = graph.entities.find(({ name }) => name === entityName);
  if (!entity) throw new Error(`Entity with name ${entityName} not found`);
  const known = new Set(entity.observations);
  const added = contents.filter((content) => !known.has(content) && known.add(content));
  entity.observations.push(...added);
  return added;
}

/** The entities with these names, and all relations from and to them. */
export function selectNodes(graph: KnowledgeGraph, names: ReadonlySet<string>): KnowledgeGraph {
  return {
    entities: graph.entities.filter(({ name }) => names.has(name)),
    relations: graph.relations.filter(({ from, to }) => names.has(from) || names.has(to)),
  };
}

/** Names of the entities whose name, type or observations contain the query, whatever the case. */
export function searchNames(graph: KnowledgeGraph, query: string): ReadonlySet<string> {
  const wanted = query.toLowerCase();
  const found = graph.entities.filter(({ name, entityType, observations }) =>
    [name, entityType, ...observations].some((text) => text.toLowerCase().includes(wanted)),
  );
  return new Set(found.map(({ name }) => name));
}
