import { itemsOf, type MapEntry } from '../../source/source-node.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../source/make-node.js';
import { isLegalKey, toLegalKey } from './legal-key.js';

/** Marks a schema whose property names are not those of the API: a map from the new to the old ones. */
export const renamedMark = '\u0000renamed';

/** The keywords of a schema with property names that model providers accept. */
export function renameKeys(entries: readonly MapEntry[]): readonly MapEntry[] {
  const properties = entries.find(({ key }) => key === 'properties');
  if (properties?.value.kind !== 'map' || properties.value.entries.every(({ key }) => isLegalKey(key))) return entries;
  const names = nameProperties(properties.value.entries.map(({ key }) => key));
  const renamed = properties.value.entries.map((entry) => ({ ...entry, key: names.get(entry.key) ?? entry.key }));
  const location = properties.keyLocation;
  const marks = [...names].map(([old, key]) => entryFor(key, scalarNode(old, location)));
  const rest = entries.map((entry) => {
    if (entry === properties) return { ...entry, value: mapNode(renamed, entry.value.location) };
    return entry.key === 'required' ? renameRequired(entry, names) : entry;
  });
  return [...rest, entryFor(renamedMark, mapNode(marks, location))];
}

/** New names for those that are not legal, by the old ones. */
function nameProperties(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names);
  const given = new Map<string, string>();
  for (const name of names) {
    if (isLegalKey(name)) continue;
    const key = toLegalKey(name, (candidate) => taken.has(candidate));
    given.set(name, key);
    taken.add(key);
  }
  return given;
}

function renameRequired(entry: MapEntry, names: ReadonlyMap<string, string>): MapEntry {
  const items = itemsOf(entry.value).map((item) =>
    item.kind === 'scalar' ? scalarNode(names.get(String(item.value)) ?? item.value, item.location) : item,
  );
  return { ...entry, value: sequenceNode(items, entry.value.location) };
}
