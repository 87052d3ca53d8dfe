const unreserved = /^[\w.~-]*$/u;
const allowedInSegment = /[^\w.~:@!$&'()*+,;=%-]+|%(?![\dA-Fa-f]{2})/gu;
const allowedInQuery = /[^\w.~:/?[\]@!$'()*,;=%-]+|%(?![\dA-Fa-f]{2})/gu;

/**
 * Percent-encodes all characters except unreserved ones, so that no character has a special meaning in a URL, form or
 * cookie. A lone surrogate becomes U+FFFD.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-2.3
 */
export function percentEncode(text: string): string {
  if (unreserved.test(text)) return text;
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\u{fffd}')).replaceAll(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Percent-encodes a query value but keeps reserved characters and percent-encoded triples. `#`, `&` and `+` are
 * encoded, because they would end the value or become a space.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#fixed-fields-for-use-with-schema
 */
export function percentEncodeReserved(text: string): string {
  return text.replaceAll(allowedInQuery, percentEncode);
}

/**
 * Percent-encodes a value in a path but keeps percent-encoded triples and the reserved characters that are allowed in a
 * segment.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-3.3
 * @see https://spec.openapis.org/oas/v3.2.0.html#common-fixed-fields
 */
export function percentEncodeSegment(text: string): string {
  return text.replaceAll(allowedInSegment, percentEncode);
}
