import { replaceEntry } from '../../../feature-kit/resolve/allow-null.js';
import { mapNode, sequenceNode } from '../../../core/source/make-node.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';
import { hasFlag } from './schema-types.js';

type Entries = readonly MapEntry[];

/** Maximum number of schemas to search for the properties that a schema composes. */
const maxParts = 200;

const combinators = ['allOf', 'anyOf', 'oneOf'];

/**
 * Removes names from `required` of a schema and of its combinators if the properties are `readOnly` or `writeOnly`
 * everywhere in the schema or its `allOf`. Such properties are dropped, so no caller could send them. Schemas behind a
 * `$ref` in a combinator are unchanged.
 *
 * @returns The same entries if no name is removed.
 * @see https://spec.openapis.org/oas/v3.0.4.html#fixed-fields-for-schema-object `readOnly`
 */
export function dropDirectedNames(
  entries: Entries,
  schema: SourceNode,
  document: ApiDocument,
  keyword: 'readOnly' | 'writeOnly',
): Entries {
  const isComposed = entries.some(({ key }) => key === '$ref' || combinators.includes(key));
  if (!isComposed || !entries.some(({ key, value }) => requiresNames(key, value))) return entries;
  const names = listDirected(schema, document, keyword);
  return names.size === 0 ? entries : withoutNames(entries, names);
}

/** Whether an entry is `required`, or a combinator that can contain a schema with `required`. */
function requiresNames(key: string, value: SourceNode): boolean {
  if (key === 'required') return true;
  return combinators.includes(key) && itemsOf(value).some((item) => item.kind === 'map' && !isReference(item));
}

/** Lists properties that have the flag wherever they are described. */
function listDirected(schema: SourceNode, document: ApiDocument, keyword: string): ReadonlySet<string> {
  const parts = new Set([schema]);
  // The set grows during the iteration.
  for (const part of parts) {
    if (parts.size > maxParts) break;
    for (const member of itemsOf(childOf(part, 'allOf'))) parts.add(document.peek(member));
    if (isReference(part)) parts.add(document.peek(part));
  }
  const properties = [...parts].flatMap((part) => entriesOf(childOf(part, 'properties')));
  const directed = new Set(properties.filter(({ value }) => hasFlag(document, value, keyword)).map(({ key }) => key));
  if (directed.size === 0) return directed;
  for (const { key, value } of properties) if (!hasFlag(document, value, keyword)) directed.delete(key);
  return directed;
}

function withoutNames(entries: Entries, names: ReadonlySet<string>): Entries {
  const kept = replaceEntry(entries, 'required', (value) => {
    const items = itemsOf(value).filter((item) => item.kind !== 'scalar' || !names.has(String(item.value)));
    if (items.length === itemsOf(value).length) return value;
    return items.length === 0 ? undefined : sequenceNode(items, value.location);
  });
  const changed = combinators.reduce<Entries>(
    (all, combinator) =>
      replaceEntry(all, combinator, (value) => {
        const items = itemsOf(value).map((item) => {
          if (item.kind !== 'map' || isReference(item)) return item;
          const inside = withoutNames(item.entries, names);
          return inside === item.entries ? item : mapNode(inside, item.location);
        });
        return items.every((item, index) => item === itemsOf(value)[index])
          ? value
          : sequenceNode(items, value.location);
      }),
    kept,
  );
  const isSame = changed.length === entries.length && changed.every((entry, index) => entry === entries[index]);
  return isSame ? entries : changed;
}

function isReference(schema: SourceNode): boolean {
  return stringAt(schema, '$ref') !== undefined;
}
