import { createHash } from 'node:crypto';

/**
 * Parts of generated files by the digest of everything that they are made of: what is known need not be made again. A check
 * that was passed is a part without text.
 */
export interface PartCache {
  /** A part that was made before, by an earlier run or by this one. */
  readonly recall: (digest: string) => string | undefined;
  readonly keep: (digest: string, part: string) => void;
}

/** A cache that knows nothing and keeps its parts in memory. */
export function createPartCache(): PartCache {
  const parts = new Map<string, string>();
  return { recall: (digest) => parts.get(digest), keep: (digest, part) => void parts.set(digest, part) };
}

/** The digest of texts, in this order, that a part is made of. */
export function digestTexts(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest('hex');
}
