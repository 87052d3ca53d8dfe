import { bindJsonValue, parseJsonText } from '../bind-value.js';
import type { BindKind, SqlColumn } from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import type { Field, MysqlPackage } from './driver.js';

/** Number of the type `float`, whose values the driver converts to doubles with more digits than they have. */
const floatType = 4;

/**
 * Converts a JSON value to a value that the driver binds.
 *
 * @throws SqlError for an integer that the database cannot store.
 */
export function bindValue({ TypedParameter }: MysqlPackage, kind: BindKind, value: unknown): unknown {
  const bound = bindJsonValue(kind, value, (base64) => Buffer.from(base64, 'base64'));
  if (typeof bound !== 'bigint') return bound;
  const isSigned = BigInt.asIntN(64, bound) === bound;
  if (!isSigned && BigInt.asUintN(64, bound) !== bound) throw new SqlError('value', 'integer out of range');
  // The driver would bind a `bigint` as a string, which is slightly different in expressions.
  return isSigned && TypedParameter?.BIGINT ? TypedParameter.BIGINT(bound) : bound;
}

/**
 * Converts a value of the driver.
 *
 * @throws SqlError `result` for a value that JSON cannot represent.
 */
export function decodeValue({ kind, name }: SqlColumn, value: unknown, field: Field | undefined): unknown {
  if (value === null || value === undefined) return null;
  const isFloat = typeof value === 'number' && field?.columnType === floatType;
  const decoded = decode[kind](isFloat ? roundFloat(value) : value);
  if (decoded === undefined) throw new SqlError('result', name);
  return decoded;
}

/** A `float` has 7 significant digits; more are needed only to tell neighbors apart. */
function roundFloat(value: number): number {
  for (const digits of [7, 8]) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return value;
}

/** Converters by kind. They return `undefined` for a value that does not fit. */
const decode: Readonly<Record<SqlColumn['kind'], (value: unknown) => unknown>> = {
  integer: toInteger,
  number: (value) => (isNumeric(value) && Number.isFinite(Number(value)) ? Number(value) : undefined),
  decimal: (value) => (isNumeric(value) ? String(value) : undefined),
  boolean: toBoolean,
  text: toText,
  uuid: toText,
  date: (value) => toTime(value),
  time: toText,
  'date-time': (value) => {
    const time = toTime(value);
    return time === undefined ? undefined : `${time}Z`;
  },
  'local-date-time': (value) => toTime(value),
  duration: toText,
  json: (value) => parseJsonText(toText(value)),
  bytes: (value) => (isBytes(value) ? value : Buffer.from(String(value))).toString('base64'),
  any: (value) => (isBytes(value) ? value.toString('base64') : typeof value === 'number' ? value : String(value)),
};

function toInteger(value: unknown): number | undefined {
  // `bit` columns are bytes.
  const number = isBytes(value) && value.length <= 6 ? value.readUIntBE(0, value.length) : Number(value);
  return !isBytes(value) && !isNumeric(value) ? undefined : Number.isSafeInteger(number) ? number : undefined;
}

function toBoolean(value: unknown): boolean | undefined {
  const number = toInteger(value);
  return number === 0 || number === 1 ? number === 1 : undefined;
}

function toText(value: unknown): string {
  return isBytes(value) ? value.toString() : String(value);
}

/** Dates that do not exist, such as 0000-00-00, have no form in JSON. */
function toTime(value: unknown): string | undefined {
  const text = toText(value);
  return /^\d{4}-00|^\d{4}-\d\d-00/u.test(text) ? undefined : text.replace(' ', 'T');
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/u.test(value));
}

function isBytes(value: unknown): value is Buffer {
  return Buffer.isBuffer(value);
}
