import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';

/** A JSON Schema as plain data. */
export type Schema = boolean | JsonObject;

/** Returns whether a value is a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** The own member of an object; `undefined` when the key is missing or inherited, such as `constructor`. */
export function memberOf(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The text at a key of an object; `undefined` when there is none or it is blank. */
export function textOf(value: unknown, key: string): string | undefined {
  const text = memberOf(value, key);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** The array at a key of an object; empty when there is none. */
export function listOf(value: unknown, key: string): readonly unknown[] {
  const list = memberOf(value, key);
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

/** The schemas in the array at a key of an object. */
export function schemasOf(value: unknown, key: string): readonly Schema[] {
  return listOf(value, key).filter(isSchema);
}

/** The non-negative number at a key of an object, or the fallback. */
export function limitOf(value: unknown, key: string, fallback: number): number {
  const limit = memberOf(value, key);
  return typeof limit === 'number' && limit >= 0 ? limit : fallback;
}
