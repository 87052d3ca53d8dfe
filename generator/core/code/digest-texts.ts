import { createHash } from 'node:crypto';

/** SHA-256 of a list of texts, in hexadecimal. Their order counts, and so does where one ends and the next begins. */
export function digestTexts(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest('hex');
}
