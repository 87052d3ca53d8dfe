import { parseExactJson } from '../../wire/parse-json.js';
import { stringifyExact } from '../../wire/stringify-exact.js';
import type { BindKind } from './sql-definition.js';
import { SqlError } from './sql-error.js';

/**
 * Converts a JSON value to one that a driver binds. Integers become `bigint`, because drivers bind numbers as reals.
 *
 * @throws SqlError for an integer that is none.
 */
export function bindJsonValue<Bytes>(
  kind: BindKind,
  value: unknown,
  toBytes: (base64: string) => Bytes,
): null | bigint | number | boolean | string | Bytes {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'integer':
      return toBigInt(value);
    case 'number':
      return Number(value);
    case 'boolean':
      return value === true;
    case 'json':
    case 'array':
      return stringifyExact(value) ?? 'null';
    case 'bytes':
      return toBytes(String(value));
    case 'text':
      return String(value);
  }
}

function toBigInt(value: unknown): bigint {
  try {
    return BigInt(value as number | bigint | string);
  } catch (error) {
    throw new SqlError('value', 'not an integer', error);
  }
}

/** Parses a text of the database; `undefined` if it is not JSON. */
export function parseJsonText(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
