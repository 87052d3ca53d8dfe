import { encodeBase64 } from './base64.js';
/** Encodes bytes as base64url without padding. */
export function encodeBase64Url(bytes) {
    return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
/** The bytes of a base64url text without padding; `undefined` when it is none, or not the one that encodes them. */
export function decodeBase64Url(text) {
    if (!/^[\w-]*$/u.test(text) || text.length % 4 === 1)
        return undefined;
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    return encodeBase64Url(bytes) === text ? bytes : undefined;
}
