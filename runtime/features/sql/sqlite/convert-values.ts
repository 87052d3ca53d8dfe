import { bindJsonValue, parseJsonText } from '../bind-value.js';
import type { BindKind, SqlColumn } from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import type { SqliteValue } from './sqlite-process.js';

/**
 * Converts a JSON value to a value that SQLite binds.
 *
 * @throws SqlError for an integer that SQLite cannot store.
 */
export function bindValue(kind: BindKind, value: unknown): SqliteValue {
  const bound = bindJsonValue(kind, value, (base64) => Buffer.from(base64, 'base64'));
  if (typeof bound === 'boolean') return bound ? 1n : 0n;
  if (typeof bound !== 'bigint' || BigInt.asIntN(64, bound) === bound) return bound;
  throw new SqlError('value', 'integer out of range');
}

/**
 * Converts a value of SQLite, which can have another type than its column declares.
 *
 * @throws SqlError `result` for a value that the kind does not have.
 */
export function decodeValue({ kind, name }: SqlColumn, value: SqliteValue): unknown {
  if (value === null) return null;
  const decoded = decode[kind](value);
  if (decoded === undefined) throw new SqlError('result', name);
  return decoded;
}

/** Converters by kind. They return `undefined` for a value that does not fit. */
const decode: Readonly<Record<SqlColumn['kind'], (value: Exclude<SqliteValue, null>) => unknown>> = {
  integer: (value) => (typeof value === 'bigint' || Number.isInteger(value) ? toNumber(value) : undefined),
  number: toNumber,
  decimal: (value) => (isBytes(value) || !/^-?\d+(?:\.\d+)?$/u.test(String(value)) ? undefined : String(value)),
  boolean: (value) => (value === 1n ? true : value === 0n ? false : undefined),
  text: (value) => (typeof value === 'string' ? value : undefined),
  uuid: toText,
  date: toText,
  time: toText,
  'date-time': toText,
  'local-date-time': toText,
  duration: toText,
  json: (value) => (typeof value === 'string' ? parseJsonText(value) : toNumber(value)),
  bytes: (value) =>
    isBytes(value) ? toBase64(value) : typeof value === 'string' ? toBase64(Buffer.from(value)) : undefined,
  any: (value) => (typeof value === 'string' ? value : isBytes(value) ? toBase64(value) : toNumber(value)),
};

function toNumber(value: Exclude<SqliteValue, null>): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'bigint') return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** SQLite has no types for dates and times: they are as stored, which for old schemas can be numbers. */
function toText(value: Exclude<SqliteValue, null>): string | undefined {
  return isBytes(value) ? undefined : String(value);
}

function isBytes(value: SqliteValue): value is Uint8Array {
  return typeof value === 'object' && value !== null;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
