import { invalidParams } from '../protocol/protocol-error.js';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64.js';

/**
 * A cursor for the page after the entry with a key. It stays valid as long as the entry exists.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export function encodeCursor(list: string, key: string): string {
  return encodeBase64Url(new TextEncoder().encode(`${list} ${key}`));
}

/**
 * The position in a list at which the page of a cursor starts.
 *
 * @throws ProtocolError -32602 for a cursor that is not one of this list.
 */
export function findStart(list: string, keys: readonly string[], cursor: unknown): number {
  const key = typeof cursor === 'string' ? decodeCursor(list, cursor) : undefined;
  const start = key === undefined ? 0 : keys.indexOf(key) + 1;
  if (start === 0) throw invalidParams('Invalid cursor');
  return start;
}

/** The key in a cursor of a list; `undefined` for anything else. */
function decodeCursor(list: string, cursor: string): string | undefined {
  const bytes = decodeBase64Url(cursor);
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.startsWith(`${list} `) ? text.slice(list.length + 1) : undefined;
  } catch {
    return undefined;
  }
}
