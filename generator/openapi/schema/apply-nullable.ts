import type { SourceLocation } from '../../diagnostics/diagnostic.js';
import { itemsOf, type MapEntry, type SourceNode } from '../../source/source-node.js';
import { annotationKeywords } from '../../schema/keywords.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../source/make-node.js';

const combinators: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if']);

/** The keywords of a schema, rewritten so that `null` fits too. */
export function applyNullable(entries: readonly MapEntry[], location: SourceLocation): readonly MapEntry[] {
  const telling = entries.filter(({ key }) => !annotationKeywords.has(key));
  if (!telling.some(({ key }) => combinators.has(key))) {
    return entries.map((entry) => (entry.key === 'type' || entry.key === 'enum' ? addNull(entry) : entry));
  }
  const [only, ...others] = telling;
  if (only && others.length === 0 && (only.key === 'anyOf' || only.key === 'oneOf')) {
    const alternatives = sequenceNode([...itemsOf(only.value), nullSchema(location)], only.value.location);
    return entries.map((entry) => (entry === only ? { ...only, value: alternatives } : entry));
  }
  const alternatives = sequenceNode([mapNode(telling, location), nullSchema(location)], location);
  return [...entries.filter(({ key }) => annotationKeywords.has(key)), entryFor('anyOf', alternatives)];
}

function nullSchema(location: SourceLocation): SourceNode {
  return mapNode([entryFor('type', scalarNode('null', location))], location);
}

function addNull(entry: MapEntry): MapEntry {
  const { key, value } = entry;
  const items = value.kind === 'sequence' ? value.items : [value];
  const added = key === 'type' ? 'null' : null;
  const isThere = items.some((item) => item.kind === 'scalar' && item.value === added);
  if (isThere) return entry;
  return { ...entry, value: sequenceNode([...items, scalarNode(added, value.location)], value.location) };
}
