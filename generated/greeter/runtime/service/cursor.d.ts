/**
 * A cursor that says: behind the entry with this key. It stays valid as long as the entry is there.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export declare function encodeCursor(list: string, key: string): string;
/**
 * Where the page behind a cursor starts among the keys of a list.
 *
 * @throws ProtocolError -32602 for a cursor that is none of this list.
 */
export declare function findStart(list: string, keys: readonly string[], cursor: unknown): number;
