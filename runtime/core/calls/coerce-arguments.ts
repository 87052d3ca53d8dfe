import type { Validator } from '../api/definition.js';
import { exactTwins } from '../../wire/exact-integers.js';
import { keepExact } from '../../wire/exact-value.js';
import { listTypes, type KeywordError } from '../../wire/describe-keyword.js';
import { maxDepth, type JsonObject } from '../../wire/json.js';
import { isNestedTooDeeply } from '../../wire/nesting.js';
import { valueAt } from '../../wire/value-at.js';
import { parseJson } from '../../wire/parse-json.js';
import { locateError, sumUpErrors } from '../../wire/sum-up-errors.js';

/** Maximum number of validations in one call: each validation finds up to about 100 strings in a list. */
const maxRounds = 20;

/** Maximum total characters of JSON text in one call, and maximum characters of a number. */
const maxText = 1_000_000;
const maxNumber = 300;

/**
 * Converts strings in the arguments of a call where the schema accepts no string: the text of a number becomes a number
 * if the schema accepts numbers; the JSON text of an object or array becomes that value if the schema accepts its type.
 * Values that would lose precision stay strings.
 * Changes the arguments in place; they must be validated again.
 *
 * @see docs/decisions/0016-coercion-follows-validation-errors.md
 */
export function coerceArguments(validate: Validator, input: JsonObject): void {
  const budget = { characters: maxText };
  for (let round = 0; round < maxRounds && !validate(input); round += 1) {
    const wrong = sumUpErrors(validate.errors ?? []).filter(
      ({ keyword, propertyName }) => keyword === 'type' && propertyName === undefined,
    );
    const changed = wrong.filter((error) => coerceAt(input, error, budget));
    if (changed.length === 0) return;
  }
}

function coerceAt(input: JsonObject, error: KeywordError, budget: { characters: number }): boolean {
  const segments = locateError(error);
  const key = segments.at(-1);
  const text = valueAt(input, segments);
  const types = listTypes(error.params['type']);
  if (key === undefined || typeof text !== 'string' || types.includes('string')) return false;
  const ancestors = segments.map((_segment, depth) => valueAt(input, segments.slice(0, depth)) as object);
  const parsed = parseNumber(text, types) ?? parseText(text, types, segments.length, budget);
  if (parsed === undefined) return false;
  setMember(ancestors.at(-1) ?? input, key, typeof parsed === 'bigint' ? Number(parsed) : parsed);
  if (typeof parsed === 'bigint' || exactTwins.has(Object(parsed) as object)) rememberExact(ancestors, key, parsed);
  return true;
}

/** Sets a member of an object; an assignment would not work for `__proto__`. */
function setMember(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Adds an integer outside the safe range of `number` to the exact value of the arguments, as if the client
 * had sent an integer.
 */
function rememberExact(ancestors: readonly object[], key: string, exact: unknown): void {
  for (const ancestor of ancestors) if (!exactTwins.has(ancestor)) keepExact(ancestor, Object.create(null));
  const parent = ancestors.at(-1);
  if (parent === undefined || typeof exact !== 'bigint') return;
  const twin = Object.assign(Object.create(null), exactTwins.get(parent)) as object;
  setMember(twin, key, exact);
  keepExact(parent, twin);
}

/** Pattern of a number in JSON syntax. */
const numberPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u;

/**
 * Parses a string as a number. Returns `undefined` if it is not a number of these types, or a number cannot hold it
 * exactly.
 */
function parseNumber(text: string, types: readonly string[]): number | bigint | undefined {
  const takesIntegers = types.includes('integer');
  if (text.length > maxNumber || !(takesIntegers || types.includes('number')) || !numberPattern.test(text)) {
    return undefined;
  }
  const value = Number(text);
  if (/^-?\d+$/u.test(text) && !Number.isSafeInteger(value)) {
    const exact = BigInt(text);
    return takesIntegers || exact === BigInt(value) ? exact : undefined;
  }
  const isFit = Number.isFinite(value) && (types.includes('number') || Number.isInteger(value));
  return isFit && normalize(text) === normalize(String(value)) ? value : undefined;
}

/** Normalizes the spelling of a number, for comparisons. */
function normalize(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = numberPattern.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/u, '');
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  const significant = digits.slice(0, end);
  return `${sign}${significant}e${significant === '' ? 0 : Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/**
 * Parses a string as JSON. Returns `undefined` if it is not an object or array of these types, or is too long or nested
 * too deeply.
 */
function parseText(
  text: string,
  types: readonly string[],
  depth: number,
  budget: { characters: number },
): object | undefined {
  const isWanted =
    (types.includes('object') && /^[\t\n\r ]*\{/u.test(text)) ||
    (types.includes('array') && /^[\t\n\r ]*\[/u.test(text));
  if (!isWanted || text.length > budget.characters || isNestedTooDeeply(text, maxDepth - depth)) return undefined;
  budget.characters -= text.length;
  try {
    return parseJson(text) as object;
  } catch {
    return undefined;
  }
}
