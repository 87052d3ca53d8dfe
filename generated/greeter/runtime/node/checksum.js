/** The polynomial of the CRC-32 of gzip, lowest power first. */
const polynomial = 0xedb88320;
/** The polynomial 1, written like that. */
const one = 0x80000000;
/** The polynomial x⁸: a byte further. */
const oneByte = 0x00800000;
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1)
        value = multiplyByX(value);
    return value;
});
function multiplyByX(value) {
    return (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1;
}
/**
 * The CRC-32 of what has a checksum already, with more behind it.
 *
 * @param bytes In Latin-1, a character for each.
 * @param checksum Default: of nothing.
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-8
 */
export function addToChecksum(bytes, checksum = 0) {
    let value = ~checksum;
    for (let at = 0; at < bytes.length; at += 1) {
        value = (table[(value ^ bytes.charCodeAt(at)) & 0xff] ?? 0) ^ (value >>> 8);
    }
    return ~value >>> 0;
}
/** What a checksum is multiplied with when so many bytes come behind: x to the power of their bits. */
export function findShift(length) {
    let shift = one;
    let square = oneByte;
    for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
        if (rest % 2 === 1)
            shift = multiply(shift, square);
        square = multiply(square, square);
    }
    return shift;
}
/**
 * The CRC-32 of two things, one behind the other, without a look at the second.
 *
 * @param shift Of the length of the second (`findShift`).
 */
export function joinChecksums(first, second, shift) {
    return (multiply(shift, first) ^ second) >>> 0;
}
/** The product of two polynomials, modulo that of the checksum. */
function multiply(first, second) {
    let product = 0;
    let shifted = second;
    for (let bit = one; bit !== 0; bit >>>= 1) {
        if ((first & bit) !== 0)
            product ^= shifted;
        shifted = multiplyByX(shifted);
    }
    return product >>> 0;
}
