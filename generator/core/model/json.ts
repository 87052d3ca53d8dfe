/**
 * A JSON value as written in a definition. Objects are maps: keys keep their source order (JavaScript objects move
 * integer-like keys to the front), and `__proto__` is an ordinary key.
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

/** Returns the array at a key of an object; `[]` if there is none. */
export function arrayAt(object: JsonObject, key: string): readonly Json[] {
  const value = object.get(key);
  return isJsonArray(value) ? value : noItems;
}

/** Returns the object at a key of an object; an empty object if there is none. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object.get(key);
  return isJsonObject(value) ? value : noMembers;
}

const noItems: readonly Json[] = [];
const noMembers: JsonObject = new Map();

/** Serializes a value as compact JSON, with keys in source order. */
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

/** Converts a value to plain JavaScript objects, for libraries that do not support maps. */
export function toPlainJson(value: Json): unknown {
  return JSON.parse(stringifyJson(value)) as unknown;
}

/** Converts the result of `JSON.parse` to a JSON value. */
export function fromPlainJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(fromPlainJson);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, member]) => [key, fromPlainJson(member)]));
  }
  return value as null | boolean | number | string;
}

/** Builds a JSON object from all members that are not `undefined`, keeping their order. */
export function jsonObjectOf(members: { readonly [key: string]: Json | undefined }): JsonObject {
  return new Map(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** Copies an object without its `undefined` members. */
export function defined<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
