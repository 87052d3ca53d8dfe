import { invalidParams } from '../protocol/protocol-error.js';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64.js';

/**
 * A cursor that says: behind the entry with this key. It stays valid as long as the entry is there.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export function encodeCursor(list: string, key: string): string {
  return encodeBase64Url(new TextEncoder().encode(`${list} ${key}`));
}

/**
 * Where the page behind a cursor starts among the keys of a list.
 *
 * @throws ProtocolError -32602 for a cursor that is none of this list.
 */
export function findStart(list: string, keys: readonly string[], cursor: unknown): number {
  const key = typeof cursor === 'string' ? decodeCursor(list, cursor) : undefined;
  const start = key === undefined ? 0 : keys.indexOf(key) + 1;
  if (start === 0) throw invalidParams('Invalid cursor');
  return start;
}

/** The key that a cursor of this list holds; `undefined` for what is no such cursor. */
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
