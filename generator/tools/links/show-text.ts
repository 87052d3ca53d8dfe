/** Cleans a text of a server for one line of a terminal. */
export function showText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}
