import { stringifyExact } from '../../wire/stringify-exact.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { valueAt } from '../../wire/value-at.js';
import type { ArgumentPath, ForwardApi, JsonTemplate, KeyRenames, TextTemplate } from './forward-definition.js';

/** Location of a value in the arguments, and how it is prepared. */
export interface ArgumentSource {
  readonly from: ArgumentPath;
  readonly template?: TextTemplate;
  readonly renames?: string | undefined;
  readonly isJson?: true;
  readonly itemSeparators?: readonly string[];
  readonly listSeparator?: string;
}

/**
 * Finds an argument; `undefined` if it is missing. Keys are renamed to their names in the API, and a JSON parameter is
 * returned as JSON text.
 */
export function findArgument(
  input: unknown,
  { from, template, renames, isJson, itemSeparators, listSeparator }: ArgumentSource,
  allRenames: ForwardApi['renames'],
): unknown {
  const value = template === undefined ? valueAt(input, from) : fillText(template, input);
  const items = joinItems(renameKeys(value, renames, allRenames), itemSeparators);
  const renamed = listSeparator !== undefined && Array.isArray(items) ? joinTexts(items, listSeparator) : items;
  return isJson === true && isGiven(renamed) ? toJsonText(renamed) : renamed;
}

/** Returns a text template with its arguments inserted; `undefined` if one is missing. */
function fillText(template: TextTemplate, input: unknown): string | undefined {
  const values = template.map((part) => (typeof part === 'string' ? part : valueAt(input, part)));
  return values.every(isGiven) ? values.map(toPlainText).join('') : undefined;
}

/** Returns a JSON template with its arguments inserted; `undefined` if it is a missing argument, or a text with a missing argument. */
export function fillJson(json: JsonTemplate, input: unknown): unknown {
  if ('value' in json) return json.value;
  if ('argument' in json) return valueAt(input, json.argument);
  if ('template' in json) return fillText(json.template, input);
  if ('items' in json) return json.items.map((item) => fillJson(item, input)).filter((item) => item !== undefined);
  const members = Object.entries(json.members).map(([name, member]) => [name, fillJson(member, input)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Joins nested lists into strings, as specified by `collectionFormat` of OpenAPI 2.0. */
export function joinItems(value: unknown, separators: readonly string[] | undefined): unknown {
  if (separators === undefined || !Array.isArray(value)) return value;
  const [separator, ...deeper] = separators;
  return value.map((item: unknown) =>
    separator !== undefined && Array.isArray(item)
      ? joinTexts(joinItems(item, deeper) as readonly unknown[], separator)
      : item,
  );
}

function joinTexts(items: readonly unknown[], separator: string): string {
  return items.filter(isGiven).map(toPlainText).join(separator);
}

/** Returns whether a value is neither `null` nor `undefined`. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Returns a string unchanged and any other value as JSON text. */
export function toPlainText(value: unknown): string {
  return typeof value === 'string' ? value : toJsonText(value);
}

/** Encodes an argument as JSON text. Integers have all their digits. */
export function toJsonText(value: unknown): string {
  return stringifyExact(value) ?? 'null';
}

/** Replaces the property names of the tool with the API's names. */
function renameKeys(value: unknown, id: string | undefined, allRenames: ForwardApi['renames']): unknown {
  const rename = id === undefined ? undefined : allRenames?.[id];
  if (rename === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename.items, allRenames));
  return isJsonObject(value) ? renameMembers(value, rename, allRenames) : value;
}

function renameMembers(
  value: JsonObject,
  { properties = {}, values }: KeyRenames,
  allRenames: ForwardApi['renames'],
): JsonObject {
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const below = property === undefined ? values : property.renames;
      return [property?.name ?? key, renameKeys(member, below, allRenames)];
    }),
  );
}
