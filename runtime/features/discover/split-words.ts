/**
 * Splits text into words in lower case, without accents. Names are split where case changes.
 *
 * @param text Any text, such as `listHTTPHooks` or `GET /books/{isbn}`.
 */
export function splitWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const spaced = plain.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
