import type { Json, JsonObject } from '../../model/json.js';
import { isJsonArray, isJsonObject } from '../../model/json.js';

/** The types of JSON values as TypeScript tells them apart: there is no `integer`. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

const jsonTypes: ReadonlyMap<string, JsonType> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'object'],
  ['null', 'null'],
]);

/**
 * The types that a schema declares, in its order, with `null` for `nullable: true`; `undefined` when it declares none.
 * Names that are no types are left out.
 */
export function readTypes(schema: JsonObject): ReadonlySet<JsonType> | undefined {
  const declared = schema.get('type');
  const names = isJsonArray(declared) ? declared : [declared];
  const types = new Set(names.flatMap((name) => jsonTypes.get(String(name)) ?? []));
  if (types.size === 0) return undefined;
  if (schema.get('nullable') === true) types.add('null');
  return types;
}

/** Whether a JSON value is of a type. */
export function isOfType(value: Json, type: JsonType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return isJsonArray(value);
  if (type === 'object') return isJsonObject(value);
  return typeof value === type;
}
