/**
 * Percent-encodes all but unreserved characters, so that nothing in the text can mean anything to whoever reads a URL, a form
 * or a cookie. Half of a surrogate pair becomes U+FFFD.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-2.3
 */
export declare function percentEncode(text: string): string;
/**
 * Percent-encodes a value of a query whose reserved characters and percent-encoded triples stay as they are; `#`, `&` and `+` are
 * encoded all the same, because they would end the value or become a space.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#fixed-fields-for-use-with-schema
 */
export declare function percentEncodeReserved(text: string): string;
