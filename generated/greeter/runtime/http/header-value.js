const prefix = '=?base64?';
const suffix = '?=';
/**
 * The text that a header value stands for: as it is, or decoded where it is marked as Base64. `undefined` when it cannot be
 * a value: characters that a header must not hold, or what is marked and is no padded Base64 of UTF-8.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function decodeHeaderValue(value) {
    // As names of tools are: what follows is 1 % of a call.
    if (/^[\w.-]*$/u.test(value))
        return value;
    // Only where white space begins is looked for its end: from each of many it would take the square of their number.
    const text = value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/gu, '');
    if (!/^[\t\x20-\x7e]*$/u.test(text))
        return undefined;
    if (text.length < prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix))
        return text;
    const base64 = text.slice(prefix.length, -suffix.length);
    if (base64.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/u.test(base64))
        return undefined;
    try {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    catch {
        return undefined;
    }
}
