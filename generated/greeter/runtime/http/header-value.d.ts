/**
 * The text that a header value stands for: as it is, or decoded where it is marked as Base64. `undefined` when it cannot be
 * a value: characters that a header must not hold, or what is marked and is no padded Base64 of UTF-8.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export declare function decodeHeaderValue(value: string): string | undefined;
