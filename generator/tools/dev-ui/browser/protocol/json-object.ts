import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';

/** Returns a member that is an object; an empty object for other values. */
export function objectAt(value: unknown, key: string): JsonObject {
  const member = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(member) ? member : {};
}

/** Returns a member that is a string; `undefined` for other values. */
export function textAt(value: unknown, key: string): string | undefined {
  const member = isJsonObject(value) ? value[key] : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** Returns the objects in a member that is a list; an empty list for other values. */
export function objectsAt(value: unknown, key: string): readonly JsonObject[] {
  const member = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member.filter(isJsonObject) : [];
}

/** Parses JSON; returns `undefined` if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
