/**
 * Parses the text of an array, such as `{a,"b, c",NULL}`. Returns `undefined` for an array with more than one
 * dimension, or whose first index is not 1.
 */
export function parseArray(text: string): readonly (string | null)[] | undefined {
  if (text === '{}') return [];
  if (!text.startsWith('{')) return undefined;
  const items: (string | null)[] = [];
  let at = 1;
  while (at < text.length) {
    if (text[at] === '{') return undefined;
    if (text[at] === '"') {
      const end = findQuote(text, at + 1);
      const quoted = text.slice(at + 1, end);
      items.push(quoted.includes('\\') ? quoted.replaceAll(/\\(.)/gsu, '$1') : quoted);
      at = end + 1;
    } else {
      const comma = text.indexOf(',', at);
      const end = comma === -1 ? text.length - 1 : comma;
      const item = text.slice(at, end);
      items.push(item === 'NULL' ? null : item);
      at = end;
    }
    // A comma, or the final brace.
    at += 1;
  }
  return items;
}

/** Returns the index of the quote that ends an item. */
function findQuote(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Prints an array. Items are quoted, except null. */
export function printArray(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? 'NULL' : `"${item.replaceAll(/["\\]/gu, '\\$&')}"`)).join(',')}}`;
}
