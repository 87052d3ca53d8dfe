/** Cuts a text to so many characters, at the end of a sentence or else of a word where there is one in the last third. */
export function shortenDescription(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '');
  const least = Math.floor((max * 2) / 3);
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('.\n'), head.lastIndexOf('\n\n'));
  if (sentence >= least) return head.slice(0, sentence + 1).trimEnd();
  const word = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return `${(word >= least ? head.slice(0, word) : head).trimEnd()}…`;
}
