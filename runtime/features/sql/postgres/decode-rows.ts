import { encodeBase64 } from '../../../wire/base64.js';
import { parseExactJson } from '../../../wire/parse-json.js';
import type { ColumnKind, SqlColumn } from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import { parseArray } from './parse-array.js';

/** Texts of a row, as PostgreSQL sends them. */
export type RawRow = readonly (string | null)[];

/** Converts a text to JSON. `undefined`: the text has no JSON of the kind. */
type Decode = (text: string) => unknown;

const decodeText: Decode = (text) => text;

const decoders: { readonly [kind in ColumnKind]: Decode } = {
  integer: (text) => {
    const value = Number(text);
    return Number.isSafeInteger(value) && text !== '' ? value : undefined;
  },
  number: (text) => {
    const value = Number(text);
    return Number.isFinite(value) && text !== '' ? value : undefined;
  },
  decimal: (text) => (/^-?\d+(?:\.\d+)?$/u.test(text) ? text : undefined),
  boolean: (text) => (text === 't' ? true : text === 'f' ? false : undefined),
  text: decodeText,
  uuid: decodeText,
  // Other dates are infinite, before Christ, or have more than 4 digits in their years.
  date: (text) => (/^\d{4}-\d\d-\d\d$/u.test(text) ? text : undefined),
  time: decodeText,
  'date-time': (text) => (/^\d{4}-\d\d-\d\d [\d:.]+\+00$/u.test(text) ? `${joinTime(text.slice(0, -3))}Z` : undefined),
  'local-date-time': (text) => (/^\d{4}-\d\d-\d\d [\d:.]+$/u.test(text) ? joinTime(text) : undefined),
  duration: decodeText,
  json: decodeJson,
  bytes: (text) => (text.startsWith('\\x') ? encodeBase64(readHex(text.slice(2))) : undefined),
  any: decodeText,
};

function decodeJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    // The column now has another type, or a number has too many digits.
    return undefined;
  }
}

function joinTime(text: string): string {
  return text.replace(' ', 'T');
}

function readHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/** @throws SqlError `result` for a value that JSON cannot represent. */
export function decodeRows(
  columns: readonly SqlColumn[],
  places: readonly number[],
  rows: readonly RawRow[],
): readonly (readonly unknown[])[] {
  const decodeColumns = columns.map(decoderOf);
  return rows.map((row) =>
    decodeColumns.map((decode, index) => {
      const text = row[places[index] ?? -1] ?? null;
      return text === null ? null : decode(text);
    }),
  );
}

function decoderOf({ name, kind, isArray }: SqlColumn): Decode {
  const decode = decoders[kind];
  const decodeItem: Decode = (text) => {
    const value = decode(text);
    if (value === undefined) throw new SqlError('result', name);
    return value;
  };
  if (isArray !== true) return decodeItem;
  return (text) => {
    const items = parseArray(text);
    if (items === undefined) throw new SqlError('result', name);
    return items.map((item) => (item === null ? null : decodeItem(item)));
  };
}
