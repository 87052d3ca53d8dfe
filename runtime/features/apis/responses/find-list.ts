import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { maxListLevels, type WholeLists } from './bound-value.js';
import { countJsonTokens } from './count-tokens.js';
import { isScalar } from './map-json.js';

/** A list in a value. */
export interface FoundList {
  /** Object keys that lead to the list; empty if the value itself is the list. */
  readonly keys: readonly string[];
  readonly items: readonly unknown[];
  /** The list in the response, which is longer than `items` if the value was bounded. Possibly only its length. */
  readonly whole: ArrayLike<unknown>;
}

/**
 * Finds the main list of a response: the value itself, or the largest list in its objects. Returns `undefined` if there
 * is none.
 *
 * @param wholeLists Lists that were truncated when the value was bounded.
 */
export function findList(value: unknown, wholeLists?: WholeLists): FoundList | undefined {
  const lists = listLists(value, []).map(({ keys, items }) => ({
    keys,
    items,
    whole: wholeLists?.get(items) ?? items,
  }));
  if (lists.length < 2) return lists[0];
  const [largest] = lists
    .map((found) => ({ found, tokens: estimateTokens(found) }))
    .toSorted((left, right) => right.tokens - left.tokens);
  return largest?.found;
}

function estimateTokens({ items, whole }: FoundList): number {
  const tokens = countJsonTokens(items);
  return items.length === whole.length ? tokens : (tokens / items.length) * whole.length;
}

function listLists(value: unknown, keys: readonly string[]): readonly Omit<FoundList, 'whole'>[] {
  if (Array.isArray(value)) return [{ keys, items: value }];
  if (!isJsonObject(value) || keys.length >= maxListLevels) return [];
  const found: Omit<FoundList, 'whole'>[] = [];
  for (const key of Object.keys(value)) {
    if (!isScalar(value[key])) found.push(...listLists(value[key], [...keys, key]));
  }
  return found;
}

/** Copies a value with a found list replaced. */
export function replaceAt(value: unknown, [key, ...deeper]: readonly string[], items: readonly unknown[]): unknown {
  if (key === undefined) return items;
  const object = value as JsonObject;
  return Object.fromEntries(
    Object.keys(object).map((name) => [name, name === key ? replaceAt(object[name], deeper, items) : object[name]]),
  );
}
