import { createHash } from 'node:crypto';

/** Returns the hexadecimal SHA-256 of a list of strings. The hash depends on their order and boundaries. */
export function digestTexts(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest('hex');
}
