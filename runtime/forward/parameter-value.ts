import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import type { ArgumentPath, KeyRenames } from './forward-definition.js';

/** A value as the styles of OpenAPI see it: all plain values are text. */
export type ParameterValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, text: string])[] };

/** The value that a path leads to; `undefined` when there is none. */
export function findArgument(input: unknown, path: ArgumentPath): unknown {
  let found = input;
  for (const key of path) {
    if (!isJsonObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/**
 * Prepares a value for a style. What is `null` or `undefined` inside of it is left out; what is nested deeper than styles can
 * say becomes JSON text.
 */
export function readParameterValue(value: unknown): ParameterValue {
  if (Array.isArray(value)) return { kind: 'list', items: value.filter(isGiven).map(toPlainText) };
  if (!isJsonObject(value)) return { kind: 'text', text: toPlainText(value) };
  const given = Object.entries(value).filter(([, member]) => isGiven(member));
  return { kind: 'object', entries: given.map(([key, member]) => [key, toPlainText(member)]) };
}

/** Whether there is something to send. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A string as it is, anything else as JSON text. */
export function toPlainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value with the keys that the API knows in place of those that the tool shows. */
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
  // Not by assignment: `__proto__` is a key like any other.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const below = property === undefined ? values : property.renames;
      return [property?.name ?? key, renameKeys(member, below, renames)];
    }),
  );
}
