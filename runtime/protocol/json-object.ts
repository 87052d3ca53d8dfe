/** A JSON object as `JSON.parse` gives it. Keys come from the peer: look them up with care, `__proto__` is one like any other. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a JSON object: not `null`, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
