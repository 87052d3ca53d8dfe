/**
 * Joins a string into one line and removes control, bidirectional and invisible characters, except the two that join
 * letters and emoji.
 */
export function cleanLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cc}|[^\P{Cf}\u200C\u200D]|\p{Cs}/gu, '')
    .trim();
}
