import './index.js';
/**
 * A cursor that says: behind the entry with this key. It stays valid as long as the entry is there.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export declare function encodeCursor(list: string, key: string): string;
/** The key that a cursor of this list holds; `undefined` for what is no such cursor. */
export declare function decodeCursor(list: string, cursor: string): string | undefined;
