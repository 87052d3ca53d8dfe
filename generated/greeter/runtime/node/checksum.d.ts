/**
 * The CRC-32 of what has a checksum already, with more behind it.
 *
 * @param bytes In Latin-1, a character for each.
 * @param checksum Default: of nothing.
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-8
 */
export declare function addToChecksum(bytes: string, checksum?: number): number;
/** What a checksum is multiplied with when so many bytes come behind: x to the power of their bits. */
export declare function findShift(length: number): number;
/**
 * The CRC-32 of two things, one behind the other, without a look at the second.
 *
 * @param shift Of the length of the second (`findShift`).
 */
export declare function joinChecksums(first: number, second: number, shift: number): number;
