/**
 * A JSON value as a definition spells it. Objects are maps, so that keys keep their source order (JavaScript objects
 * move integer-like keys to the front) and a key such as `__proto__` is a key like any other.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object in source order. */
export type JsonObject = ReadonlyMap<string, Json>;

/** Whether a JSON value is an object. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

/** Whether a JSON value is an array. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The array at a key of an object; empty when there is none. */
export function arrayAt(object: JsonObject, key: string): readonly Json[] {
  const value = object.get(key);
  return isJsonArray(value) ? value : noItems;
}

/** The object at a key of an object; empty when there is none. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object.get(key);
  return isJsonObject(value) ? value : noMembers;
}

const noItems: readonly Json[] = [];
const noMembers: JsonObject = new Map();

/** Serialises a value as compact JSON text, keys in source order. */
export function stringifyJson(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isJsonObject(value)) {
    let members = '';
    for (const [key, member] of value) {
      members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(member)}`;
    }
    return `{${members}}`;
  }
  return isJsonArray(value) ? `[${value.map(stringifyJson).join(',')}]` : JSON.stringify(value);
}

/** Turns a value into plain JavaScript objects, for libraries that know nothing of maps. */
export function toPlainJson(value: Json): unknown {
  return JSON.parse(stringifyJson(value)) as unknown;
}

/** Turns plain JavaScript data (what `JSON.parse` gives) into a JSON value. */
export function fromPlainJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(fromPlainJson);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, member]) => [key, fromPlainJson(member)]));
  }
  return value as null | boolean | number | string;
}

/** A JSON object of the members that are not `undefined`, in this order. */
export function jsonObjectOf(members: { readonly [key: string]: Json | undefined }): JsonObject {
  return new Map(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** The members of an object that are not `undefined`. */
export function defined<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
