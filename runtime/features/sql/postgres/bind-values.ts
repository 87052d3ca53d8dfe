import { stringifyExact } from '../../../wire/stringify-exact.js';
import type { BindKind, SqlParameter } from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import { printArray } from './parse-array.js';

/**
 * Converts JSON values to the texts that PostgreSQL parses.
 *
 * @param values Values that match the JSON Schemas of the arguments. Integers can be `bigint`s.
 * @throws SqlError `value` for a value that no type accepts.
 */
export function bindValues(
  parameters: readonly SqlParameter[],
  values: readonly unknown[],
): readonly (string | null)[] {
  return parameters.map(({ bind }, index) => bindValue(bind, values[index] ?? null));
}

function bindValue(bind: BindKind, value: unknown): string | null {
  if (value === null) return null;
  if (bind === 'json') return printJson(value);
  if (bind === 'bytes') return printBytes(value);
  if (bind === 'array' && Array.isArray(value)) {
    return printArray(value.map((item: unknown) => (item === null ? null : printText(item))));
  }
  return printText(value);
}

/** Prints a value of a simple type, and any other value as JSON. */
function printText(value: unknown): string {
  if (typeof value === 'string') return checkText(value);
  // Integers from 1e21 on have an exponent, which integer types refuse.
  if (typeof value === 'number' && Number.isInteger(value)) return String(BigInt(value));
  return typeof value === 'object' ? printJson(value) : String(value);
}

function printJson(value: unknown): string {
  return stringifyExact(value) ?? 'null';
}

/** Matches half of a surrogate pair, which has no UTF-8. */
const loneSurrogate = /\p{Surrogate}/u;

function checkText(text: string): string {
  if (text.includes('\0')) throw new SqlError('value', 'the character U+0000');
  if (loneSurrogate.test(text)) throw new SqlError('value', 'text that is not valid Unicode');
  return text;
}

/** Converts Base64 to hexadecimal digits. */
function printBytes(value: unknown): string {
  try {
    const codes = Array.from(atob(String(value)), (each) => each.charCodeAt(0).toString(16).padStart(2, '0'));
    return `\\x${codes.join('')}`;
  } catch (error) {
    throw new SqlError('value', 'invalid Base64', error);
  }
}
