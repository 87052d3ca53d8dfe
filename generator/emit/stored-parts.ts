import type { PartCache } from './part-cache.js';

/** Parts that an earlier run left, and those of this one. */
export interface StoredParts extends PartCache {
  /** All parts that this run asked for or made, for the next one: others are of no more use. */
  readonly store: () => Buffer;
}

/**
 * Opens the parts that {@link StoredParts.store} gave; parts of another generator are none.
 *
 * @param content What an earlier run stored, as it was stored.
 * @param generator Says which generator makes the parts.
 */
export function openStoredParts(content: Buffer | undefined, generator: string): StoredParts {
  const stored = content ? locateParts(content, generator) : new Map<string, Buffer>();
  const used = new Map<string, string>();
  return {
    recall: (digest) => {
      const part = used.get(digest) ?? stored.get(digest)?.toString();
      if (part !== undefined) used.set(digest, part);
      return part;
    },
    keep: (digest, part) => void used.set(digest, part),
    store: () => {
      const parts = [...used.keys()].toSorted().map((digest) => [digest, Buffer.from(used.get(digest) ?? '')] as const);
      const index = parts.map(([digest, { length }]) => [digest, length]);
      const head = Buffer.from(`${JSON.stringify({ generator, index })}\n`);
      return Buffer.concat([head, ...parts.map(([, part]) => part)]);
    },
  };
}

interface PartIndex {
  readonly generator: string;
  readonly index: readonly (readonly [digest: string, length: number])[];
}

/** Parts become text when they are asked for. */
function locateParts(content: Buffer, generator: string): ReadonlyMap<string, Buffer> {
  const end = content.indexOf('\n');
  const head = JSON.parse(content.toString('utf8', 0, end)) as PartIndex;
  const parts = new Map<string, Buffer>();
  if (head.generator !== generator) return parts;
  let start = end + 1;
  for (const [digest, length] of head.index) {
    parts.set(digest, content.subarray(start, start + length));
    start += length;
  }
  return parts;
}
