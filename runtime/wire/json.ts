/** A JSON object as `JSON.parse` gives it. Keys come from the peer: look them up with care, `__proto__` is one like any other. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a JSON object: not `null`, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys and indexes; `undefined` when there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as JsonObject)[key];
  }
  return found;
}
