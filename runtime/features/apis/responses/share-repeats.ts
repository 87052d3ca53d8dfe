import { isJsonObject, tryStringify } from '../../../wire/json.js';
import { countJsonTokens } from './count-tokens.js';
import { isScalar, mapItems, mapMembers } from './map-json.js';
import { identify } from './summarize-object.js';

/** Minimum number of tokens of a shared object; smaller objects are repeated. */
const minTokens = 30;

/**
 * Reduces objects that occur again, with the same members and values, to the members that identify them. The first
 * occurrence stays whole. Takes linear time: equal objects are found by comparing the ids of their parts.
 */
export function shareRepeats(value: unknown): unknown {
  const numbers = numberParts(value);
  const seen = new Set<number>();
  const share = (part: unknown): unknown => {
    if (Array.isArray(part)) return mapItems(part, share);
    if (!isJsonObject(part)) return part;
    const number = numbers.get(part) ?? -1;
    const identity = seen.has(number) && countJsonTokens(part, minTokens) > minTokens ? identify(part) : undefined;
    seen.add(number);
    if (identity !== undefined) return Object.keys(identity).length < Object.keys(part).length ? identity : part;
    return mapMembers(part, share);
  };
  return share(value);
}

/** Numbers all objects and arrays; equal values have the same number. */
function numberParts(value: unknown): ReadonlyMap<object, number> {
  const byText = new Map<string, number>();
  const numbers = new Map<object, number>();
  const sign = (part: unknown): string => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? '';
    // For flat objects, JSON text from the engine is faster.
    const text = (isFlat(part) ? tryStringify(part) : undefined) ?? signParts(part);
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    numbers.set(part, number);
    return `#${number}`;
  };
  const signParts = (part: object): string => {
    if (Array.isArray(part)) return `[${part.map(sign).join()}]`;
    return `{${Object.entries(part)
      .map(([key, member]) => `${JSON.stringify(key)}:${sign(member)}`)
      .join()}}`;
  };
  sign(value);
  return numbers;
}

/** Whether an object or array contains no other objects or arrays. */
function isFlat(part: object): boolean {
  for (const member of Array.isArray(part) ? (part as readonly unknown[]) : Object.values(part)) {
    if (!isScalar(member)) return false;
  }
  return true;
}
