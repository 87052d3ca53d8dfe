/** Cleans a string from a server to fit on one terminal line. */
export function showText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}
