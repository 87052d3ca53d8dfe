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
    if (Array.isArray(part)) return part.map(share);
    if (!isJsonObject(part)) return part;
    const number = numbers.get(part) ?? -1;
    const identity = seen.has(number) && countJsonTokens(part) > minTokens ? identify(part) : undefined;
    seen.add(number);
    return identity ?? Object.fromEntries(Object.keys(part).map((key) => [key, share(part[key])]));
  };
  return share(value);
}

/** Gives each object and array a number; equal ones have the same. */
function numberParts(value: unknown): ReadonlyMap<JsonObject | readonly unknown[], number> {
  const byText = new Map<string, number>();
  const numbers = new Map<JsonObject | readonly unknown[], number>();
  const sign = (part: unknown): string => {
    if (typeof part === 'bigint') return `${part}n`;
    if (Array.isArray(part)) return enter(part, `[${part.map(sign).join()}]`);
    if (!isJsonObject(part)) return JSON.stringify(part) ?? '';
    return enter(
      part,
      `{${Object.keys(part)
        .map((key) => `${JSON.stringify(key)}:${sign(part[key])}`)
        .join()}}`,
    );
  };
  const enter = (part: JsonObject | readonly unknown[], text: string): string => {
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    numbers.set(part, number);
    return `#${number}`;
  };
  sign(value);
  return numbers;
}
