import { entryOf, itemsOf, type MapEntry, type SourceNode } from '../../source/source-node.js';
import { entryFor, isTrueNode, mapNode, scalarNode, sequenceNode } from '../../source/make-node.js';
import type { ApiDialect } from './api-dialect.js';

/** Marks a schema from which something was dropped for its direction; no keyword of a document can have this name. */
export const droppedMark = '\u0000dropped';

/** The keywords of a schema without the properties that do not travel in its direction. */
export function dropDirected(
  entries: readonly MapEntry[],
  file: string,
  { direction, follow }: ApiDialect,
): readonly MapEntry[] {
  const properties = entries.find(({ key }) => key === 'properties');
  if (properties?.value.kind !== 'map') return entries;
  const keyword = direction === 'input' ? 'readOnly' : 'writeOnly';
  const isDropped = ({ value }: MapEntry) => hasKeyword(value, keyword) || hasKeyword(follow(value, file), keyword);
  const dropped = new Set(properties.value.entries.filter(isDropped).map(({ key }) => key));
  if (dropped.size === 0) return entries;
  const kept = properties.value.entries.filter(({ key }) => !dropped.has(key));
  const rest = entries.flatMap((entry): readonly MapEntry[] => {
    if (entry === properties) return [{ ...entry, value: mapNode(kept, entry.value.location) }];
    return entry.key === 'required' ? withoutNames(entry, dropped) : [entry];
  });
  return [...rest, entryFor(droppedMark, scalarNode(true, properties.keyLocation))];
}

function hasKeyword(schema: SourceNode, keyword: string): boolean {
  return isTrueNode(entryOf(schema, keyword)?.value);
}

function withoutNames(entry: MapEntry, dropped: ReadonlySet<string>): readonly MapEntry[] {
  const kept = itemsOf(entry.value).filter((item) => item.kind !== 'scalar' || !dropped.has(String(item.value)));
  return kept.length === 0 ? [] : [{ ...entry, value: sequenceNode(kept, entry.value.location) }];
}
