/**
 * A text on one line, without characters that terminals obey, that turn the direction of writing, or that are invisible. The two
 * that join letters and emoji stay.
 */
export function cleanLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cc}|[^\P{Cf}\u200C\u200D]|\p{Cs}/gu, '')
    .trim();
}
