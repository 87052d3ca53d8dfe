import { entriesOf, escapeStep, stringAt, type MapEntry } from '../../source/source-node.js';
import { entryFor, mapNode, scalarNode } from '../../source/make-node.js';
import type { ApiDialect } from './api-dialect.js';

/**
 * The keywords of a schema, with a reference for each property where there is one in place of all: documents that are cut into
 * files have such.
 */
export function expandProperties(
  entries: readonly MapEntry[],
  file: string,
  { follow }: ApiDialect,
): readonly MapEntry[] {
  return entries.map((entry) => {
    const { key, value } = entry;
    const reference = key === 'properties' ? stringAt(value, '$ref') : undefined;
    const target = reference === undefined ? value : follow(value, file);
    if (reference === undefined || target === value) return entry;
    const base = reference.includes('#') ? reference : `${reference}#`;
    const properties = entriesOf(target).map(({ key: name }) => {
      const text = scalarNode(`${base}/${encodeURIComponent(escapeStep(name))}`, value.location);
      return entryFor(name, mapNode([entryFor('$ref', text)], value.location));
    });
    return { ...entry, value: mapNode(properties, value.location) };
  });
}
