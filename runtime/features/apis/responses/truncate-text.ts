/** Truncates a string to `length` characters, and appends its original length. Surrogate pairs are not split. */
export function truncateText(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}… (cut: ${text.length} characters)`;
}
