import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';

/** A JSON Schema as plain data. */
export type Schema = boolean | JsonObject;

/** Returns whether a value is a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** Returns an own member of an object; `undefined` if the key is missing or inherited, such as `constructor`. */
export function memberOf(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns the string at a key of an object; `undefined` if it is missing or blank. */
export function textOf(value: unknown, key: string): string | undefined {
  const text = memberOf(value, key);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Returns the array at a key of an object; empty if there is none. */
export function listOf(value: unknown, key: string): readonly unknown[] {
  const list = memberOf(value, key);
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

/** Returns the schemas in the array at a key of an object. */
export function schemasOf(value: unknown, key: string): readonly Schema[] {
  return listOf(value, key).filter(isSchema);
}

/** Returns the non-negative number at a key of an object, or the fallback. */
export function limitOf(value: unknown, key: string, fallback: number): number {
  const limit = memberOf(value, key);
  return typeof limit === 'number' && limit >= 0 ? limit : fallback;
}
