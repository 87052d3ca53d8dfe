import { isJsonObject, type JsonObject } from '../../protocol/json-object.js';
import { countJsonTokens } from './count-tokens.js';
import { identify } from './summarise-object.js';

/** Smaller objects are repeated. */
const minTokens = 30;

/**
 * Reduces objects that occur again, with the same members and values, to the members that identify them. The first occurrence stays
 * whole. Takes linear time: equal objects are found by the numbers of their parts.
 */
export function shareRepeats(value: unknown): unknown {
  const numbers = numberParts(value);
  const seen = new Set<number>();
  const share = (part: unknown): unknown => {
    if (Array.isArray(part)) {
      const items = part.map(share);
      return items.every((item, index) => item === part[index]) ? part : items;
    }
    if (!isJsonObject(part)) return part;
    const number = numbers.get(part) ?? -1;
    const keys = Object.keys(part);
    const identity = seen.has(number) && countJsonTokens(part, minTokens) > minTokens ? identify(part) : undefined;
    seen.add(number);
    if (identity !== undefined) return Object.keys(identity).length < keys.length ? identity : part;
    const members = keys.map((key) => [key, share(part[key])] as const);
    return members.some(([key, member]) => member !== part[key]) ? Object.fromEntries(members) : part;
  };
  return share(value);
}

/** Gives each object and array a number; equal ones have the same. */
function numberParts(value: unknown): ReadonlyMap<JsonObject | readonly unknown[], number> {
  const byText = new Map<string, number>();
  const texts = new Map<string, number>();
  const numbers = new Map<JsonObject | readonly unknown[], number>();
  const sign = (part: unknown): string => {
    if (typeof part === 'string') return `"${numberOf(part, texts)}`;
    if (typeof part === 'bigint') return `${part}n`;
    if (Array.isArray(part)) return enter(part, `[${part.map(sign).join()}]`);
    if (!isJsonObject(part)) return JSON.stringify(part) ?? '';
    return enter(
      part,
      `{${Object.keys(part)
        .map((key) => `${numberOf(key, texts)}:${sign(part[key])}`)
        .join()}}`,
    );
  };
  const enter = (part: JsonObject | readonly unknown[], text: string): string => {
    const number = numberOf(text, byText);
    numbers.set(part, number);
    return `#${number}`;
  };
  sign(value);
  return numbers;
}

/** Number of a text among others; equal ones have the same. */
function numberOf(text: string, numbers: Map<string, number>): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}
