import { decodeBase64Url, encodeBase64Url } from '../../wire/base64.js';
import { invalidParams } from '../../wire/protocol-error.js';

/**
 * Returns a cursor for the page after the entry with a key, valid as long as the entry exists.
 *
 * @param list Name of the list, without spaces.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export function encodeCursor(list: string, key: string): string {
  return encodeBase64Url(new TextEncoder().encode(`${list} ${key}`));
}

/**
 * Returns the index of the first entry after a cursor.
 *
 * @param positions Positions of the entries by key.
 * @throws ProtocolError -32602 for an invalid cursor.
 */
export function findStart(list: string, cursor: unknown, positions: ReadonlyMap<string, number>): number {
  const last = positions.get(decodeCursor(list, cursor) ?? '');
  if (last === undefined) throw invalidParams('Invalid cursor');
  return last + 1;
}

/** Returns the positions of entries by key, in which {@link findStart} looks. */
export function positionsOf(entries: readonly { readonly key: string }[]): ReadonlyMap<string, number> {
  return new Map(entries.map(({ key }, position) => [key, position]));
}

/** Returns the key in a cursor; `undefined` if the cursor is not for this list. */
function decodeCursor(list: string, cursor: unknown): string | undefined {
  const bytes = typeof cursor === 'string' ? decodeBase64Url(cursor) : undefined;
  const text = new TextDecoder().decode(bytes);
  return text.startsWith(`${list} `) ? text.slice(list.length + 1) : undefined;
}
