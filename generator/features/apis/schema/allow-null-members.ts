import { replaceEntry } from '../../../feature-kit/resolve/allow-null.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../../core/source/make-node.js';
import { entryOf, type MapEntry, type SourceNode } from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';

type Entries = readonly MapEntry[];

/** Lets the properties of a schema be `null`, for `validate: lenient`. Constants stay: they tell the branches of unions apart. */
export function allowNullMembers(entries: Entries, document: ApiDocument): Entries {
  const properties = replaceEntry(entries, 'properties', (value) => {
    if (value.kind !== 'map') return value;
    const members = value.entries.map((entry) => ({ ...entry, value: makeNullable(entry.value, document) }));
    return mapNode(members, value.location);
  });
  return replaceEntry(properties, 'additionalProperties', (value) => makeNullable(value, document));
}

function makeNullable(schema: SourceNode, document: ApiDocument): SourceNode {
  if (schema.kind !== 'map' || schema.entries.length === 0) return schema;
  const target = document.peek(schema);
  if (entryOf(target, 'enum') || entryOf(target, 'const')) return schema;
  const { location } = schema;
  const flag = entryFor('nullable', scalarNode(true, location));
  // Beside a reference, OpenAPI 3.0 ignores other keywords.
  return entryOf(schema, '$ref')
    ? mapNode([entryFor('allOf', sequenceNode([schema], location)), flag], location)
    : mapNode([...schema.entries.filter(({ key }) => key !== 'nullable'), flag], location);
}
