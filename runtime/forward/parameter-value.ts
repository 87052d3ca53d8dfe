import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import type { ArgumentPath, KeyRenames } from './forward-definition.js';

/** Value of a parameter for serialization: numbers and booleans are text. */
export type ParameterValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, text: string])[] };

/** Returns the argument at a path; `undefined` when it is missing. */
export function findArgument(input: unknown, path: ArgumentPath): unknown {
  let found = input;
  for (const key of path) {
    if (!isJsonObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/**
 * Prepares a value for a style. Members that are `null` or `undefined` are dropped; nested lists and objects become JSON
 * text.
 */
export function readParameterValue(value: unknown): ParameterValue {
  if (Array.isArray(value)) return { kind: 'list', items: value.filter(isGiven).map(toPlainText) };
  if (!isJsonObject(value)) return { kind: 'text', text: toPlainText(value) };
  const given = Object.entries(value).filter(([, member]) => isGiven(member));
  return { kind: 'object', entries: given.map(([key, member]) => [key, toPlainText(member)]) };
}

/** Returns whether a value is neither `null` nor `undefined`. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Returns a string as it is and any other value as JSON text. */
export function toPlainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Replaces the property names of the tool by those of the API. */
export function renameKeys(
  value: unknown,
  id: string | undefined,
  renames: { readonly [id: string]: KeyRenames } | undefined,
): unknown {
  const rename = id === undefined ? undefined : renames?.[id];
  if (rename === undefined) return value;
  if (Array.isArray(value)) {
    return rename.items === undefined ? value : value.map((item) => renameKeys(item, rename.items, renames));
  }
  return isJsonObject(value) ? renameMembers(value, rename, renames) : value;
}

function renameMembers(
  value: JsonObject,
  { properties = {}, values }: KeyRenames,
  renames: { readonly [id: string]: KeyRenames } | undefined,
): JsonObject {
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const below = property === undefined ? values : property.renames;
      return [property?.name ?? key, renameKeys(member, below, renames)];
    }),
  );
}
