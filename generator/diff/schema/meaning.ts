import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords, knownKeywords, schemaPositions } from '../../schema/keywords.js';

/** Known keywords that say something about a value and restrict nothing. */
const withoutEffect: ReadonlySet<string> = new Set([
  ...annotationKeywords,
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$vocabulary',
  '$defs',
  'definitions',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** Whether a keyword can make a schema refuse a value. */
export function isRestricting(keyword: string): boolean {
  return knownKeywords.has(keyword) && !withoutEffect.has(keyword);
}

/** Stands in a reference between the side that a definition is from and its name when it means the same on both. */
export const sameMeaning = '=';

const unorderedLists: ReadonlySet<string> = new Set(['required', 'enum', 'type', 'allOf', 'anyOf', 'oneOf']);
const meanings = new WeakMap<object, string>();

/**
 * What a schema accepts, as text: without annotations and unknown keywords, in one order of keys and of lists whose order
 * does not matter. Schemas of one world with the same text accept the same values; not the other way round.
 */
export function meaningOf(schema: Json): string {
  if (!isJsonObject(schema)) return schema === false ? 'false' : '{}';
  const known = meanings.get(schema);
  if (known !== undefined) return known;
  const members = [...schema]
    .filter(([keyword]) => isRestricting(keyword))
    .map(([keyword, value]) => `${JSON.stringify(keyword)}:${meaningOfMember(keyword, value)}`);
  const text = `{${members.toSorted().join(',')}}`;
  meanings.set(schema, text);
  return text;
}

function meaningOfMember(keyword: string, value: Json): string {
  const position = schemaPositions.get(keyword);
  if (isJsonArray(value)) {
    const items = value.map(position === undefined ? valueText : meaningOf);
    return `[${(unorderedLists.has(keyword) ? items.toSorted() : items).join(',')}]`;
  }
  if (keyword === '$ref') return valueText(value).replace(/(?:old|new)=/u, '');
  if (keyword === 'type') return `[${valueText(value)}]`;
  if (position === undefined) return valueText(value);
  if (position !== 'map' || !isJsonObject(value)) return meaningOf(value);
  return `{${[...value]
    .map(([key, member]) => `${JSON.stringify(key)}:${meaningOf(member)}`)
    .toSorted()
    .join(',')}}`;
}

/** A JSON value as text, the same for values that JSON Schema takes for equal. */
export function valueText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(valueText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${[...value]
    .map(([key, member]) => `${JSON.stringify(key)}:${valueText(member)}`)
    .toSorted()
    .join(',')}}`;
}

/** The schema with some of its keywords only. */
export function pickKeywords(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return new Map([...schema].filter(([keyword]) => keywords.includes(keyword)));
}
