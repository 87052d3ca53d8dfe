/** Splits a list of names at commas and white space. */
export function splitNames(text = ''): readonly string[] {
  return text.match(/[^\s,]+/gu) ?? [];
}
