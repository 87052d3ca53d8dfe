// Structural bytes of JSON text in UTF-8.
export const quote = 0x22;
const backslash = 0x5c;
export const commaSign = 0x2c;

/** Structural bytes. Everything else is white space, or part of a number or a literal. */
export const isStructural = new Uint8Array(256);
for (const sign of '",[]{}') isStructural[sign.charCodeAt(0)] = 1;

/** Length of `\u0000`, in bytes. */
const longestEscape = 6;

/** Maximum length of a character in UTF-8, in bytes. */
const longestCharacter = 4;

/** Minimum number of bytes of a string that are parsed at once; longer than an escape or a character. */
export const shortestSegment = 16;

/**
 * Returns the index of the closing quote of a string; -1 if the string has more bytes than `max`.
 *
 * @param start Index of its opening quote. @throws SyntaxError if there is no closing quote.
 */
export function findEndOfText(bytes: Uint8Array, start: number, max = Infinity): number {
  const last = Math.min(start + max, bytes.length - 1);
  for (let at = start + 1; at <= last; at += 1) {
    const code = bytes[at];
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  if (last < bytes.length - 1) return -1;
  throw new SyntaxError('Unterminated string in JSON');
}

function isEscaped(bytes: Uint8Array, at: number, start: number): boolean {
  let before = at - 1;
  while (before > start && bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/**
 * Returns the last index at or before a given index where a string can be split: outside escapes and characters.
 *
 * @param start Index of its opening quote.
 */
export function findDivision(bytes: Uint8Array, at: number, start: number): number {
  let division = at;
  while (division > at - longestCharacter && ((bytes[division] ?? 0) & 0xc0) === 0x80) division -= 1;
  const near = division - longestEscape;
  const escape = near + bytes.subarray(near, division).lastIndexOf(backslash);
  if (escape < near || isEscaped(bytes, escape, start)) return division;
  const length = bytes[escape + 1] === 0x75 ? longestEscape : 2;
  return escape + length > division ? escape : division;
}

/** Whether a byte is white space between tokens. */
export function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * Returns the index of the first byte between two indexes that is not white space; the second index if there is none.
 */
export function findNoSpace(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(bytes[at])) at += 1;
  return at;
}

/** Whether any byte between two indexes is white space. */
export function hasSpace(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && !isSpace(bytes[at])) at += 1;
  return at < end;
}
