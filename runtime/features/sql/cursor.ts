import { decodeBase64Url, encodeBase64Url } from '../../wire/base64.js';
import { SqlToolError } from './sql-tool-error.js';

/** Returns the cursor of the page after a row. Opaque to clients. */
export function encodeCursor(values: readonly unknown[]): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(values)));
}

/**
 * Returns the values in a cursor. They are bound like arguments, so that a forged cursor only begins a page elsewhere.
 *
 * @param count Number of values.
 * @throws SqlToolError for other text.
 */
export function decodeCursor(cursor: unknown, count: number): readonly (string | number)[] {
  try {
    const values: unknown = JSON.parse(new TextDecoder().decode(decodeBase64Url(String(cursor))));
    const isValue = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
    if (Array.isArray(values) && values.length === count && values.every(isValue)) return values as string[];
  } catch {
    // Not a cursor.
  }
  throw new SqlToolError('The cursor is not valid. Start again without one.');
}
