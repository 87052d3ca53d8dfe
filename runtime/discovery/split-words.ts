/**
 * The words of a text as they are looked up: in lower case, without accents and plural endings. Names are split where case
 * changes.
 */
export function splitWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const spaced = plain.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(withoutPlural);
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
