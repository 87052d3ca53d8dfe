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
 * @throws ProtocolError -32602 for an invalid cursor.
 */
export function findStart(list: string, cursor: unknown, entries: readonly { readonly key: string }[]): number {
  const last = decodeCursor(list, cursor);
  const start = entries.findIndex(({ key }) => key === last) + 1;
  if (start === 0) throw invalidParams('Invalid cursor');
  return start;
}

/** Returns the key in a cursor; `undefined` if the cursor is not for this list. */
function decodeCursor(list: string, cursor: unknown): string | undefined {
  const bytes = typeof cursor === 'string' ? decodeBase64Url(cursor) : undefined;
  const text = new TextDecoder().decode(bytes);
  return text.startsWith(`${list} `) ? text.slice(list.length + 1) : undefined;
}
