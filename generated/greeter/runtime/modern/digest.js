import { isJsonObject } from '../protocol/json-object.js';
import { encodeBase64Url } from '../protocol/base64-url.js';
/** A SHA-256 digest in base64url. */
export async function digest(text) {
    return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
/** JSON text of a value that does not depend on the order of keys. */
export function canonicalJson(value) {
    return JSON.stringify(value, (_, each) => isJsonObject(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([left], [right]) => (left < right ? -1 : 1)))
        : each);
}
