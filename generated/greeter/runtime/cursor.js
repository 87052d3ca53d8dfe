import './index.js';
import { encodeBase64 } from './results/base64.js';
/**
 * A cursor that says: behind the entry with this key. It stays valid as long as the entry is there.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export function encodeCursor(list, key) {
    const base64 = encodeBase64(new TextEncoder().encode(`${list} ${key}`));
    return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
/** The key that a cursor of this list holds; `undefined` for what is no such cursor. */
export function decodeCursor(list, cursor) {
    try {
        const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
        const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        return text.startsWith(`${list} `) ? text.slice(list.length + 1) : undefined;
    }
    catch {
        return undefined;
    }
}
