import { isJsonArray, isJsonObject, type Json } from '../model/json.js';

/** The JSON Schema type of a value. */
export function describeType(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
