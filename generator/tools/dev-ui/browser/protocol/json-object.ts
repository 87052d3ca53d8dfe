import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';

/** A member of an object that is an object itself; an empty one for anything else. */
export function objectAt(value: unknown, key: string): JsonObject {
  const member = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(member) ? member : {};
}

/** A member of an object that is a text; `undefined` for anything else. */
export function textAt(value: unknown, key: string): string | undefined {
  const member = isJsonObject(value) ? value[key] : undefined;
  return typeof member === 'string' ? member : undefined;
}

/** The objects in a member of an object that is a list; none for anything else. */
export function objectsAt(value: unknown, key: string): readonly JsonObject[] {
  const member = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(member) ? member.filter(isJsonObject) : [];
}

/** Parses a text; returns `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
