import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a list of texts in hexadecimal. It depends on their order and boundaries. */
export function digestTexts(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest('hex');
}
