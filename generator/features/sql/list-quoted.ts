/** Lists the strings in single quotes in a text, such as the values of `enum('a','b')`. Two quotes in a string are one. */
export function listQuoted(text: string): readonly string[] {
  const found: string[] = [];
  for (let start = text.indexOf("'"); start >= 0; start = text.indexOf("'", start)) {
    let end = text.indexOf("'", start + 1);
    while (end >= 0 && text[end + 1] === "'") end = text.indexOf("'", end + 2);
    if (end < 0) break;
    found.push(text.slice(start + 1, end).replaceAll("''", "'"));
    start = end + 1;
  }
  return found;
}
