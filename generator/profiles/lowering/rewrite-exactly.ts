import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords } from '../../schema/keywords.js';
import type { Restrictions } from '../profile.js';

/** Says the same in words that a profile knows, as far as there are any; what is within the schema stays as it is. */
export function rewriteExactly(schema: JsonObject, restrictions: Restrictions): JsonObject {
  const isRefused = (keyword: string) => restrictions['unsupported-keyword']?.keywords.includes(keyword) ?? false;
  let result = schema;
  const constant = result.get('const');
  if (isRefused('const') && constant !== undefined && !result.has('enum')) {
    result = new Map([...result].map(([key, value]) => (key === 'const' ? ['enum', [constant]] : [key, value])));
  }
  if (restrictions['type-list']) result = splitTypes(result);
  if (restrictions['untyped-schema']) result = inferType(result);
  return result;
}

/** Adds what a profile demands and what changes nothing. */
export function addMissing(schema: JsonObject, restrictions: Restrictions): JsonObject {
  const result = new Map(schema);
  const types = new Set([schema.get('type') ?? []].flat());
  if (restrictions['missing-properties'] && types.has('object') && !schema.has('properties')) {
    result.set('properties', new Map());
  }
  if (restrictions['missing-items'] && types.has('array') && !schema.has('items')) result.set('items', new Map());
  const additional = schema.get('additionalProperties');
  const isEmpty = isJsonObject(additional) && additional.size === 0;
  if (restrictions['empty-additional-properties'] && isEmpty) result.set('additionalProperties', true);
  return result;
}

/** `type: [a, b]` as `anyOf` of the types, each with what is said about it. */
function splitTypes(schema: JsonObject): JsonObject {
  const types = schema.get('type') ?? null;
  if (!isJsonArray(types)) return schema;
  const [only] = types;
  if (types.length === 1 && only !== undefined) return new Map(schema).set('type', only);
  if (schema.has('anyOf') || schema.has('unevaluatedProperties') || schema.has('unevaluatedItems')) return schema;
  const rest = [...schema].filter(([keyword]) => keyword !== 'type');
  const annotations = rest.filter(([keyword]) => annotationKeywords.has(keyword) || keyword.startsWith('$'));
  const other = rest.filter(([keyword]) => !annotationKeywords.has(keyword) && !keyword.startsWith('$'));
  const branches = types.flatMap((type) => branchOf(type, other) ?? []);
  return new Map<string, Json>([...annotations, ['anyOf', branches]]);
}

/** What a schema says about values of one type; `undefined`: there are none. */
function branchOf(type: Json, members: readonly (readonly [string, Json])[]): JsonObject | undefined {
  const branch = new Map<string, Json>([['type', type]]);
  for (const [keyword, value] of members) {
    const owner = typeOfKeyword.get(keyword);
    if (owner !== undefined && owner !== (type === 'integer' ? 'number' : type)) continue;
    if (keyword === 'enum' && isJsonArray(value)) {
      const values = value.filter((one) => isOfType(one, type));
      if (values.length === 0) return undefined;
      if (type !== 'null') branch.set('enum', values);
      continue;
    }
    branch.set(keyword, value);
  }
  return branch;
}

/** Keywords that say something about values of one type only. */
const typeOfKeyword: ReadonlyMap<string, string> = new Map(
  [
    ['string', 'minLength maxLength pattern contentEncoding contentMediaType'],
    ['number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'],
    ['array', 'items prefixItems minItems maxItems uniqueItems contains minContains maxContains'],
    ['object', 'properties required additionalProperties patternProperties propertyNames'],
    ['object', 'minProperties maxProperties dependentRequired dependentSchemas'],
  ].flatMap(([type = '', words = '']) => words.split(' ').map((word) => [word, type] as const)),
);

function isOfType(value: Json, type: Json): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeOf(value) === type;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : typeof value;
}

/** The type that all values of an `enum` have. */
function inferType(schema: JsonObject): JsonObject {
  const values = schema.get('enum') ?? null;
  if (!isJsonArray(values) || schema.has('type')) return schema;
  const types = [...new Set(values.map(typeOf))];
  const [type] = types;
  return types.length === 1 && type !== undefined ? new Map<string, Json>([['type', type], ...schema]) : schema;
}
