import { maxDigits } from './exact-integers.js';
import { tryStringify } from './json.js';

/**
 * Encodes a value as JSON. A `bigint` becomes a number with all its digits. Returns `undefined` for values that JSON cannot represent.
 *
 * @throws LongIntegerError for an integer with more than 10,000 digits.
 */
export function stringifyExact(value: unknown): string | undefined {
  return tryStringify(value) ?? stringifyBigints(value);
}

function stringifyBigints(value: unknown): string | undefined {
  const mark = crypto.randomUUID();
  return stringifyWithMarks(value, mark)?.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

/**
 * Encodes a value as JSON, in which each `bigint` becomes a string that starts with a mark. Returns `undefined` for values
 * without JSON.
 *
 * @throws LongIntegerError for an integer with more than 10,000 digits.
 */
export function stringifyMarked(value: unknown, mark: string): string | undefined {
  return tryStringify(value) ?? stringifyWithMarks(value, mark);
}

function stringifyWithMarks(value: unknown, mark: string): string | undefined {
  return (
    tryStringify(markBigints(value, mark)) ??
    JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? mark + printBigint(member) : member))
  );
}

/** Thrown for an integer with too many digits. */
export class LongIntegerError extends RangeError {
  constructor() {
    super('an integer of more than 10,000 digits');
  }
}

function printBigint(value: bigint): string {
  // Hexadecimal conversion takes linear time; 10,000 decimal digits are about 8,305 hexadecimal digits.
  const isLong = value > Number.MAX_VALUE || value < -Number.MAX_VALUE;
  if (isLong && value.toString(16).length > 8310) throw new LongIntegerError();
  const text = String(value);
  if (text.length > maxDigits && text.replace('-', '').length > maxDigits) throw new LongIntegerError();
  return text;
}

/**
 * Copies plain objects and arrays, with marked strings instead of `bigint`s. This is faster than a replacer function
 * that sees each value.
 */
function markBigints(value: unknown, mark: string): unknown {
  if (typeof value === 'bigint') return mark + printBigint(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => markBigints(item, mark));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return value;
  let isChanged = false;
  const members = Object.entries(value).map(([key, member]) => {
    const marked = markBigints(member, mark);
    isChanged ||= marked !== member;
    return [key, marked] as const;
  });
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return isChanged ? Object.fromEntries(members) : value;
}
