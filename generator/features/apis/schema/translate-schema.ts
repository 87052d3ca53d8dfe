import type { SourceLocation } from '../../../core/diagnostics/diagnostic.js';
import { allowNull, replaceEntry } from '../../../feature-kit/resolve/allow-null.js';
import { entryFor, mapNode, scalarNode, sequenceNode } from '../../../core/source/make-node.js';
import { extendReference } from '../../../core/source/references.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  type MapEntry,
  type MapNode,
  type SourceNode,
  entryOf,
} from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';
import { expandBases } from './expand-base.js';
import { keywordRules } from './keyword-rules.js';
import { isLegalKey, toLegalKey } from './legal-key.js';
import { warnOfLostClosure } from './lost-closure.js';
import { dropDirectedNames } from './required-parts.js';
import { openComposed } from './open-composed.js';
import { hasFlag, isNullable } from './schema-types.js';
import { translateUnions } from './translate-union.js';

type Entries = readonly MapEntry[];

/** Use of a schema: arguments have no `readOnly` properties, results have no `writeOnly` properties. */
export type Direction = 'input' | 'output';

/** Marks a translated schema that differs from its translation for the other direction; removed by `mergeDirections`. */
export const droppedMark = '\u0000dropped';

/**
 * Marks a translated schema with renamed properties. The value maps new names to old names; removed by
 * `mergeDirections`.
 */
export const renamedMark = '\u0000renamed';

/** Keywords that apply next to a `$ref` in versions before 3.1. */
const besideReference: ReadonlySet<string> = new Set(['$ref', 'title', 'description', 'deprecated']);

/**
 * Translates one schema object of an OpenAPI document to JSON Schema 2020-12, without its nested schemas. Omits OpenAPI
 * keywords and invalid keywords.
 */
export function translateSchema(schema: MapNode, document: ApiDocument, direction: Direction): SourceNode {
  const isReference = document.version !== '3.1' && stringAt(schema, '$ref') !== undefined;
  const warn = (location: SourceLocation, message: string) => document.warn('invalid-api', location, message);
  warnOfLostClosure(schema, document);
  const given = isReference
    ? schema.entries.filter(({ key }) => besideReference.has(key))
    : openComposed(schema, document);
  const demanded = dropDirectedNames(given, schema, document, direction === 'input' ? 'readOnly' : 'writeOnly');
  const expanded = translateUnions(expandProperties(demanded, document), document);
  const translated = expanded.flatMap((entry) => keywordRules.get(entry.key)?.(entry, schema, warn) ?? []);
  const isChanged = demanded !== given;
  const marked = isChanged ? [...translated, entryFor(droppedMark, scalarNode(true, schema.location))] : translated;
  const kept = dropDirected(marked, document, direction).filter((entry) => !isSpent(entry));
  const directed = expandBases(kept, document, childOf(schema, 'discriminator') !== undefined);
  const lenient =
    direction === 'input' && document.validation === 'lenient' ? loosen(directed, schema, document) : directed;
  const renamed = direction === 'input' ? renameKeys(lenient) : lenient;
  const entries = !isReference && isNullable(schema) ? allowNull(renamed, schema.location) : renamed;
  return mapNode(entries, schema.location);
}

/** Whether a keyword has no use after {@link dropDirected}, or is a format that specifies how bytes are sent. */
function isSpent({ key, value }: MapEntry): boolean {
  if (key === 'readOnly' || key === 'writeOnly') return true;
  return key === 'format' && value.kind === 'scalar' && value.value === 'binary';
}

/** Replaces a `$ref` under `properties`, as in split documents, with a reference for each property. */
function expandProperties(entries: Entries, document: ApiDocument): Entries {
  return replaceEntry(entries, 'properties', (value) => {
    const reference = stringAt(value, '$ref');
    const target = reference === undefined ? value : document.peek(value);
    if (reference === undefined || target === value) return value;
    const properties = entriesOf(target).map(({ key }) => {
      const text = scalarNode(extendReference(reference, [key]), value.location);
      return entryFor(key, mapNode([entryFor('$ref', text)], value.location));
    });
    return mapNode(properties, value.location);
  });
}

/** Omits the properties that exist only in the other direction. */
function dropDirected(entries: Entries, document: ApiDocument, direction: Direction): Entries {
  const properties = entries.find(({ key }) => key === 'properties')?.value;
  if (properties?.kind !== 'map') return entries;
  const keyword = direction === 'input' ? 'readOnly' : 'writeOnly';
  const droppedEntries = properties.entries.filter(({ value }) => hasFlag(document, value, keyword));
  const dropped = new Set(droppedEntries.map(({ key }) => key));
  if (dropped.size === 0) return entries;
  const kept = properties.entries.filter(({ key }) => !dropped.has(key));
  const changed = replaceEntry(entries, 'properties', ({ location }) => mapNode(kept, location));
  const rest = replaceEntry(changed, 'required', (value) => {
    const names = itemsOf(value).filter((item) => item.kind !== 'scalar' || !dropped.has(String(item.value)));
    return names.length === 0 ? undefined : sequenceNode(names, value.location);
  });
  return [...rest, entryFor(droppedMark, scalarNode(true, properties.location))];
}

function loosen(entries: Entries, { location }: MapNode, document: ApiDocument): Entries {
  if (!entries.some(({ key }) => key === 'properties' || key === 'additionalProperties')) return entries;
  const others = allowNullMembers(entries, document).filter(({ key }) => key !== droppedMark);
  return [...others, entryFor(droppedMark, scalarNode(true, location))];
}

/** Renames properties whose names model providers reject. */
function renameKeys(entries: Entries): Entries {
  const properties = entries.find(({ key }) => key === 'properties')?.value;
  if (properties?.kind !== 'map' || properties.entries.every(({ key }) => isLegalKey(key))) return entries;
  const { location } = properties;
  const names = nameProperties(properties.entries.map(({ key }) => key));
  const renamed = properties.entries.map((entry) => ({ ...entry, key: names.get(entry.key) ?? entry.key }));
  const changed = replaceEntry(entries, 'properties', () => mapNode(renamed, location));
  const rest = replaceEntry(changed, 'required', (value) => {
    const items = itemsOf(value).map((item) =>
      item.kind === 'scalar' ? scalarNode(names.get(String(item.value)) ?? item.value, item.location) : item,
    );
    return sequenceNode(items, value.location);
  });
  const marks = [...names].map(([old, key]) => entryFor(key, scalarNode(old, location)));
  return [...rest, entryFor(renamedMark, mapNode(marks, location))];
}

/** Returns the new names of properties that need one, by their old names. */
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

/**
 * Allows `null` for the properties of a schema, for `validateRequests: lenient`. Constants are unchanged, because they
 * distinguish the branches of unions.
 */
function allowNullMembers(entries: Entries, document: ApiDocument): Entries {
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
  // OpenAPI 3.0 ignores keywords next to a reference.
  return entryOf(schema, '$ref')
    ? mapNode([entryFor('allOf', sequenceNode([schema], location)), flag], location)
    : mapNode([...schema.entries.filter(({ key }) => key !== 'nullable'), flag], location);
}
