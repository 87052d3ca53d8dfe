import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';

/** JSON type. Numbers are divided into integers and fractions, so that `integer` is a subset of `number`. */
export type ValueType = 'null' | 'boolean' | 'object' | 'array' | 'string' | 'integer' | 'fraction';

/** All JSON types. */
export const allTypes: readonly ValueType[] = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'];

/** Values allowed by `type`, `enum` and `const` of a schema. */
export interface KnownValues {
  readonly types: ReadonlySet<ValueType>;
  /** All allowed values, if the schema lists them or its types have only a few values. */
  readonly values?: readonly Json[];
  /** Whether the schema contains `enum` or `const`. */
  readonly isListed: boolean;
}

/** Reads `type`, `enum` and `const` of a schema object. Ignores its subschemas and references. */
export function knownValues(schema: JsonObject): KnownValues {
  const type = schema.get('type');
  const types = type === undefined ? allTypes : [type].flat().flatMap(expandType);
  const lists = [...(schema.has('const') ? [[schema.get('const') ?? null]] : []), schema.get('enum')].filter(
    (list) => list !== undefined && isJsonArray(list),
  );
  const [first, ...others] = lists;
  if (first) {
    const values = first.filter(
      (value) => types.includes(typeOfValue(value)) && others.every((list) => without([value], list).length === 0),
    );
    return { types: new Set(values.map(typeOfValue)), values, isListed: true };
  }
  const isShort = types.every((one) => one === 'null' || one === 'boolean');
  const values = types.flatMap((one): Json[] => (one === 'null' ? [null] : [true, false]));
  return { types: new Set(types), ...(isShort && { values }), isListed: false };
}

/** Returns the JSON type of a value. */
export function typeOfValue(value: Json): ValueType {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

/** Returns the values in one list that are not in another. */
export function without(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const texts = new Set(others.map(valueText));
  return values.filter((value) => !texts.has(valueText(value)));
}

/** Serializes a JSON value. Values that are equal according to JSON Schema have the same serialization. */
export function valueText(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(valueText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = [...value].map(([key, member]) => `${JSON.stringify(key)}:${valueText(member)}`);
  return `{${members.toSorted().join(',')}}`;
}

function expandType(type: Json): readonly ValueType[] {
  if (type === 'number') return ['integer', 'fraction'];
  return allTypes.filter((known) => known === type && known !== 'fraction');
}
