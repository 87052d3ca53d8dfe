import type { Json } from '../../generator/core/model/json.js';

/** Turns plain JavaScript data (what `JSON.parse` gives) into a JSON value with maps. */
export function fromPlainJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(fromPlainJson);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, member]) => [key, fromPlainJson(member)]));
  }
  return value as null | boolean | number | string;
}
