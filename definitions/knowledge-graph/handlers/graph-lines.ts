import type { Entity, KnowledgeGraph, Relation } from '../../../generated/knowledge-graph/types.ts';

/**
 * Parses a graph from JSON Lines, each with one entity or relation. Blank lines are skipped.
 *
 * @param file File name for error messages.
 * @throws Error with the first invalid line, which would be lost if the graph were written back without it.
 */
export function parseLines(text: string, file: string): KnowledgeGraph {
  const graph: KnowledgeGraph = { entities: [], relations: [] };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (isEntityLine(value)) {
      graph.entities.push({ name: value.name, entityType: value.entityType, observations: value.observations });
    } else if (isRelationLine(value)) {
      graph.relations.push({ from: value.from, to: value.to, relationType: value.relationType });
    } else {
      throw new Error(`${file}:${index + 1}: the line is neither an entity nor a relation; repair or remove it`);
    }
  }
  return graph;
}

/** Prints a graph as JSON Lines, each with a line break. */
export function formatLines({ entities, relations }: KnowledgeGraph): string {
  const lines = [
    ...entities.map((entity) => ({ type: 'entity', ...entity })),
    ...relations.map((relation) => ({ type: 'relation', ...relation })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEntityLine(value: unknown): value is Entity {
  return (
    hasStrings(value, 'entity', ['name', 'entityType']) &&
    Array.isArray(value['observations']) &&
    value['observations'].every((text) => typeof text === 'string')
  );
}

function isRelationLine(value: unknown): value is Relation {
  return hasStrings(value, 'relation', ['from', 'to', 'relationType']);
}

function hasStrings(
  value: unknown,
  type: string,
  keys: readonly string[],
): value is { readonly [key: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as { readonly [key: string]: unknown };
  return fields['type'] === type && keys.every((key) => typeof fields[key] === 'string');
}
