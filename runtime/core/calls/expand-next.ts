import type { NextArgument } from '../api/definition.js';
import { exactOf, keepExact } from '../../wire/exact-value.js';
import type { JsonObject } from '../../wire/json.js';

/** Maximum length of the argument, in characters. */
const maxLength = 8192;

/**
 * Replaces the next-page argument with the arguments that it contains, which override arguments of the same name. It
 * can only set paging arguments, because its value comes from an API. The new arguments are validated like any other
 * arguments.
 *
 * @returns The arguments, or the problem of the value.
 * @see docs/decisions/0050-the-next-page-is-arguments.md
 */
export function expandNext({ argument, sets }: NextArgument, input: JsonObject): JsonObject | string {
  if (!Object.hasOwn(input, argument)) return input;
  const { [argument]: next, ...others } = input;
  const pairs = typeof next === 'string' && next.length <= maxLength ? readPairs(next) : undefined;
  const wrong = pairs?.find(([name]) => !Object.hasOwn(sets, name));
  if (pairs !== undefined && wrong === undefined) {
    const set = pairs.map(([name, value]) => [name, sets[name] === 'integer' ? toInteger(value) : value] as const);
    const rounded = set.map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value] as const);
    const expanded = { ...others, ...Object.fromEntries(rounded) };
    keepExact(expanded, { ...(exactOf(input) as JsonObject), ...Object.fromEntries(set) });
    return expanded;
  }
  const example = Object.keys(sets)
    .map((name) => `${name}=…`)
    .join('&');
  const problem = wrong === undefined ? '' : ` "${wrong[0].slice(0, 80)}" is not one of its arguments.`;
  return `Argument "${argument}" must be the value from the previous result, such as "${example}".${problem}`;
}

/** Reads `page=2&size=10`. Returns `undefined` for any other format. */
function readPairs(text: string): readonly (readonly [name: string, value: string])[] | undefined {
  try {
    const pairs = text.split('&').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, Math.max(at, 0)), decodeURIComponent(pair.slice(at + 1))] as const;
    });
    return pairs.every(([name]) => name !== '') ? pairs : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An integer, or the text itself, which the validator then refuses. An integer that a number cannot hold is a `bigint`.
 */
function toInteger(value: string): number | bigint | string {
  if (!/^-?\d{1,300}$/u.test(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value);
}
