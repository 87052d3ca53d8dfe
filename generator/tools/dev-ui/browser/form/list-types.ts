import { printExactJson } from './exact-json.js';
import type { FlatSchema } from './flatten-schema.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { listOf, memberOf } from './json-schema.js';
import { shownTypes, typeOf, typeTitles, type TypeName } from './value-type.js';

/**
 * Returns the types that a schema allows. Without `type`, other keywords such as `properties` determine the type; without those,
 * all types are allowed.
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

/** Returns the values of `const` or `enum`; `undefined` if there are none. */
export function listValues(keywords: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(keywords, 'const')) return [keywords['const']];
  return Array.isArray(keywords['enum']) ? listOf(keywords, 'enum') : undefined;
}

/** Returns the position of an equal value in a list, or -1. */
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
