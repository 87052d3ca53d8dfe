import { printExactJson } from './exact-json.js';
import type { FlatSchema } from './flatten-schema.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { listOf, memberOf } from './json-schema.js';
import { shownTypes, typeOf, typeTitles, type TypeName } from './value-type.js';

/**
 * The types that a schema allows. A schema without `type` has the type of its other keywords, such as `properties`; one
 * without such keywords has all types.
 */
export function listTypes({ keywords, unions }: FlatSchema): readonly TypeName[] {
  const given = memberOf(keywords, 'type');
  if (given !== undefined)
    return [given].flat().filter((type): type is TypeName => Object.hasOwn(typeTitles, String(type)));
  const values = listValues(keywords);
  if (values !== undefined) {
    const types = values.map((value) => typeOf(value) ?? 'null');
    return [...new Set(types)];
  }
  const hinted = hints.filter(([words]) => words.some((word) => Object.hasOwn(keywords, word)));
  const [first] = hinted;
  if (first !== undefined && hinted.length === 1) return [first[1]];
  return unions.length > 0 ? [] : shownTypes;
}

/** The values of `const` or `enum`; `undefined` without them. */
export function listValues(keywords: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(keywords, 'const')) return [keywords['const']];
  return Array.isArray(keywords['enum']) ? listOf(keywords, 'enum') : undefined;
}

/** Position of a value in a list; -1 without an equal one. */
export function indexOfValue(values: readonly unknown[], value: unknown): number {
  if (value === undefined) return -1;
  const text = printExactJson(value);
  return values.findIndex((each) => each === value || printExactJson(each) === text);
}

const hints: readonly (readonly [words: readonly string[], type: TypeName])[] = [
  [['properties', 'additionalProperties', 'patternProperties', 'required', 'minProperties', 'maxProperties'], 'object'],
  [['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'], 'array'],
  [['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding', 'contentMediaType'], 'string'],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], 'number'],
];
