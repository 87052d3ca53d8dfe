import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { annotationKeywords } from '../../core/schema/keywords.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../core/source/make-node.js';
import { booleanAt } from '../../core/source/read-values.js';
import { itemsOf, type MapEntry, type MapNode, type SourceNode } from '../../core/source/source-node.js';

type Entries = readonly MapEntry[];

/**
 * Translates `nullable: true` of OpenAPI 3.0, which is not part of JSON Schema, so that types, validators and clients
 * agree. Returns other schemas unchanged.
 */
export function translateNullable(schema: MapNode): MapNode {
  if (booleanAt(schema, 'nullable') !== true) return schema;
  const entries = schema.entries.filter(({ key }) => key !== 'nullable');
  return mapNode(allowNull(entries, schema.location), schema.location);
}

/** Replaces the value of a key. `undefined` removes the key. */
export function replaceEntry(
  entries: Entries,
  key: string,
  replace: (value: SourceNode) => SourceNode | undefined,
): Entries {
  return entries.flatMap((entry) => {
    const value = entry.key === key ? replace(entry.value) : entry.value;
    return value === undefined ? [] : value === entry.value ? [entry] : [{ ...entry, value }];
  });
}

const combinators: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if']);

/** Extends a schema to accept `null`. */
export function allowNull(entries: Entries, location: SourceLocation): Entries {
  const assertions = entries.filter(({ key }) => !annotationKeywords.has(key));
  if (!assertions.some(({ key }) => combinators.has(key))) {
    const typed = replaceEntry(entries, 'type', (value) => addNull(value, 'null'));
    return replaceEntry(typed, 'enum', (value) => addNull(value, null));
  }
  const nullSchema = mapNode([entryFor('type', scalarNode('null', location))], location);
  const [only, ...others] = assertions;
  if (only && others.length === 0 && (only.key === 'anyOf' || only.key === 'oneOf')) {
    return replaceEntry(entries, only.key, (value) => sequenceNode([...itemsOf(value), nullSchema], value.location));
  }
  const alternatives = sequenceNode([mapNode(assertions, location), nullSchema], location);
  return [...entries.filter(({ key }) => annotationKeywords.has(key)), entryFor('anyOf', alternatives)];
}

function addNull(value: SourceNode, added: 'null' | null): SourceNode {
  const items = value.kind === 'sequence' ? value.items : [value];
  if (items.some((item) => item.kind === 'scalar' && item.value === added)) return value;
  return sequenceNode([...items, scalarNode(added, value.location)], value.location);
}
