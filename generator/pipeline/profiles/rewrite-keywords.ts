import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../core/model/json.js';
import { annotationKeywords } from '../../core/schema/keywords.js';
import type { Restrictions } from './client-profiles.js';

/** Result of adapting a schema. */
export interface AdaptedSchema {
  readonly schema: Json;
  /** Whether the schema may accept more values than before. Otherwise, it accepts the same values. */
  readonly isWider: boolean;
}

/** Replaces keywords of a schema object with equivalent ones. Does not change subschemas. */
export function rewriteKeywords(schema: JsonObject, restrictions: Restrictions): JsonObject {
  let result = schema;
  const constant = result.get('const');
  const isRefused = restrictions['unsupported-keyword']?.keywords?.includes('const') ?? false;
  if (isRefused && constant !== undefined && !result.has('enum')) {
    result = new Map([...result].map(([key, value]) => (key === 'const' ? ['enum', [constant]] : [key, value])));
  }
  if (restrictions['type-list']) result = splitTypes(result);
  const types = [...new Set(arrayAt(result, 'enum').map(typeOf))];
  const [type] = types;
  const isUntyped = restrictions['untyped-schema'] && !result.has('type');
  return isUntyped && types.length === 1 && type !== undefined ? new Map([['type', type], ...result]) : result;
}

/** Adds keywords that a profile requires and that do not restrict values. */
export function addMissing(schema: JsonObject, restrictions: Restrictions): JsonObject {
  const result = new Map(schema);
  const types = new Set([schema.get('type')].flat());
  if (restrictions['missing-properties'] && types.has('object') && !schema.has('properties')) {
    result.set('properties', new Map());
  }
  if (restrictions['missing-items'] && types.has('array') && !schema.has('items')) result.set('items', new Map());
  const additional = schema.get('additionalProperties');
  const isEmpty = isJsonObject(additional) && additional.size === 0;
  if (restrictions['empty-additional-properties'] && isEmpty) result.set('additionalProperties', true);
  return result;
}

/** Rewrites `type: [a, b]` as an `anyOf` of the types, each with the keywords for its type. */
function splitTypes(schema: JsonObject): JsonObject {
  const types = schema.get('type');
  if (types === undefined || !isJsonArray(types)) return schema;
  const [only] = types;
  if (types.length === 1 && only !== undefined) return new Map(schema).set('type', only);
  if (['anyOf', 'unevaluatedProperties', 'unevaluatedItems'].some((keyword) => schema.has(keyword))) return schema;
  const rest = [...schema].filter(([keyword]) => keyword !== 'type');
  const annotations = rest.filter(([keyword]) => annotationKeywords.has(keyword) || keyword.startsWith('$'));
  const restrictions = rest.filter(([keyword]) => !annotationKeywords.has(keyword) && !keyword.startsWith('$'));
  const branches = types.flatMap((type) => branchOf(type, restrictions) ?? []);
  return new Map<string, Json>([...annotations, ['anyOf', branches]]);
}

/** Returns the restrictions for values of one type; `undefined` if `enum` contains no value of that type. */
function branchOf(type: Json, members: readonly (readonly [string, Json])[]): JsonObject | undefined {
  const branch = new Map<string, Json>([['type', type]]);
  for (const [keyword, value] of members) {
    const restricted = typeOfKeyword.get(keyword);
    if (restricted !== undefined && restricted !== (type === 'integer' ? 'number' : type)) continue;
    if (keyword === 'enum' && isJsonArray(value)) {
      const values = value.filter((one) => (type === 'integer' ? Number.isInteger(one) : typeOf(one) === type));
      if (values.length === 0) return undefined;
      if (type !== 'null') branch.set('enum', values);
    } else branch.set(keyword, value);
  }
  return branch;
}

/** Types by keyword, for keywords that restrict only values of one type. */
const typeOfKeyword: ReadonlyMap<string, string> = new Map(
  [
    ['string', 'minLength maxLength pattern contentEncoding contentMediaType'],
    ['number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
    ['array', 'items prefixItems minItems maxItems uniqueItems contains minContains maxContains'],
    ['object', 'properties required additionalProperties patternProperties propertyNames'],
    ['object', 'minProperties maxProperties dependentRequired dependentSchemas'],
  ].flatMap(([type = '', words = '']) => words.split(' ').map((word) => [word, type] as const)),
);

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : typeof value;
}

/**
 * Drops the rejected keywords of a schema object, and keywords that would reject more values without the rejected ones. Mentions the
 * dropped keywords in the description.
 */
export function dropKeywords(
  schema: JsonObject,
  restrictions: Restrictions,
): AdaptedSchema & { readonly schema: JsonObject } {
  const refused = listRefused(schema, restrictions);
  if (refused.size === 0) return { schema, isWider: false };
  const result = new Map(schema);
  const lost: (readonly [keyword: string, value: Json])[] = [];
  for (const keyword of refused) {
    const value = schema.get(keyword) ?? null;
    result.delete(keyword);
    const isReplaced = replaceLimit(result, keyword, value) || replaceAlternatives(result, keyword, value, refused);
    if (!isReplaced) lost.push([keyword, value]);
    for (const dependent of dependents[keyword] ?? []) result.delete(dependent);
  }
  const notes = lost
    .filter(([keyword]) => !silentKeywords.has(keyword))
    .map(([keyword, value]) => `${keyword}: ${typeof value === 'string' ? value : stringifyJson(value)}`)
    .filter((note) => note.length <= maxNoteLength);
  return {
    schema: notes.length === 0 ? result : addToDescription(result, `(${notes.join('; ')})`),
    isWider: [...refused].some((keyword) => !annotationKeywords.has(keyword) && !keyword.startsWith('$')),
  };
}

/** Maximum length of a note in a description, in characters. Longer notes are omitted. */
const maxNoteLength = 300;

/** Keywords that are not mentioned: annotations, and keywords that depend on others. */
const silentKeywords: ReadonlySet<string> = new Set(
  [
    '$comment $anchor $id title readOnly writeOnly deprecated',
    'if then else minContains maxContains unevaluatedProperties unevaluatedItems',
  ].flatMap((words) => words.split(' ')),
);

/** Appends text to the description of a schema. */
export function addToDescription(schema: JsonObject, text: string): JsonObject {
  const own = schema.get('description');
  const description = typeof own === 'string' && own.trim() !== '' ? `${own} ${text}` : text;
  return new Map(schema).set('description', description);
}

function listRefused(schema: JsonObject, restrictions: Restrictions): ReadonlySet<string> {
  const refused = new Set(restrictions['unsupported-keyword']?.keywords?.filter((keyword) => schema.has(keyword)));
  const formats = restrictions['unsupported-format']?.formats;
  const format = schema.get('format');
  if (formats && typeof format === 'string' && !formats.includes(format)) refused.add('format');
  const hasOthers = arrayAt(schema, 'enum').some((value) => typeof value !== 'string');
  if (restrictions['non-string-enum'] && hasOthers) refused.add('enum');
  // A list that could not be split has a sibling `anyOf`.
  if (restrictions['type-list'] && isJsonArray(schema.get('type') ?? null)) refused.add('type');
  return refused;
}

const unevaluated = ['unevaluatedProperties', 'unevaluatedItems'] as const;

/** Keywords that reject more or different values if the keyword that they depend on is removed. */
const dependents: { readonly [keyword: string]: readonly string[] } = {
  patternProperties: ['additionalProperties', ...unevaluated],
  prefixItems: ['items', ...unevaluated],
  contains: unevaluated,
  minContains: ['contains', ...unevaluated],
  if: ['then', 'else', ...unevaluated],
  ...Object.fromEntries(
    ['oneOf', 'anyOf', 'allOf', 'then', 'else', 'dependentSchemas', 'dependencies'].map((word) => [word, unevaluated]),
  ),
};

/** Replaces an exclusive limit with the nearest inclusive limit. Returns whether it is equivalent. */
function replaceLimit(schema: Map<string, Json>, keyword: string, limit: Json): boolean {
  const isMinimum = keyword === 'exclusiveMinimum';
  if ((!isMinimum && keyword !== 'exclusiveMaximum') || typeof limit !== 'number') return false;
  const inclusive = isMinimum ? 'minimum' : 'maximum';
  const isExact = schema.get('type') === 'integer' && Number.isSafeInteger(limit);
  const step = isMinimum ? 1 : -1;
  const nearest = isExact ? limit + step : limit;
  const own = schema.get(inclusive);
  if (typeof own !== 'number' || (nearest - own) * step > 0) schema.set(inclusive, nearest);
  return isExact;
}

/** Replaces `oneOf` with `anyOf`. Returns whether that was possible. */
function replaceAlternatives(
  schema: Map<string, Json>,
  keyword: string,
  alternatives: Json,
  refused: ReadonlySet<string>,
): boolean {
  if (keyword !== 'oneOf' || schema.has('anyOf') || refused.has('anyOf')) return false;
  schema.set('anyOf', alternatives);
  return true;
}
