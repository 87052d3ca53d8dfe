import { isJsonObject, type JsonObject } from '../../protocol/json-object.js';
import { countJsonTokens } from './count-tokens.js';

/** A list in a value. */
export interface FoundList {
  /** Keys of objects that lead to it; empty when the value itself is the list. */
  readonly keys: readonly string[];
  readonly items: readonly unknown[];
}

/** Most objects around a list. */
const maxLevels = 3;

/** Finds the list that makes up the answer: the value itself, or the largest list in its objects. `undefined` when there is none. */
export function findList(value: unknown): FoundList | undefined {
  const [largest] = listLists(value, [])
    .map((found) => ({ found, tokens: countJsonTokens(found.items) }))
    .toSorted((left, right) => right.tokens - left.tokens);
  return largest?.found;
}

function listLists(value: unknown, keys: readonly string[]): readonly FoundList[] {
  if (Array.isArray(value)) return [{ keys, items: value }];
  if (!isJsonObject(value) || keys.length >= maxLevels) return [];
  return Object.keys(value).flatMap((key) => listLists(value[key], [...keys, key]));
}

/** Copies a value with another list in the place of a found one. */
export function replaceAt(value: unknown, [key, ...deeper]: readonly string[], items: readonly unknown[]): unknown {
  if (key === undefined) return items;
  const object = value as JsonObject;
  return Object.fromEntries(
    Object.keys(object).map((name) => [name, name === key ? replaceAt(object[name], deeper, items) : object[name]]),
  );
}
