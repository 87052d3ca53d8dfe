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

type Entries = readonly { readonly key: string }[];

/** Positions of entries by key. Lists keep their entries while these are the same, so a cursor needs no search. */
const positions = new WeakMap<Entries, ReadonlyMap<string, number>>();

/**
 * Returns the index of the first entry after a cursor.
 *
 * @throws ProtocolError -32602 for an invalid cursor.
 */
export function findStart(list: string, cursor: unknown, entries: Entries): number {
  const known = positions.get(entries) ?? new Map(entries.map(({ key }, position) => [key, position]));
  positions.set(entries, known);
  const last = known.get(decodeCursor(list, cursor) ?? '');
  if (last === undefined) throw invalidParams('Invalid cursor');
  return last + 1;
}

/** Returns the key in a cursor; `undefined` if the cursor is not for this list. */
function decodeCursor(list: string, cursor: unknown): string | undefined {
  const bytes = typeof cursor === 'string' ? decodeBase64Url(cursor) : undefined;
  const text = new TextDecoder().decode(bytes);
  return text.startsWith(`${list} `) ? text.slice(list.length + 1) : undefined;
}
