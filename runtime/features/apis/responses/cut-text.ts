/** Shortens a text to at most `length` characters, and says how long it was. A pair of surrogates is not divided. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}… (cut: ${text.length} characters)`;
}
