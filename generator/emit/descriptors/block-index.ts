/** Bytes that are compared at once. */
export const blockLength = 256;

const base = 0x01000193;
/** `base` to the power of `blockLength - 1`, in 32 bits. */
const leadingFactor = raise(base, blockLength - 1);
const buckets = 1 << 18;

/** Remembers where blocks of bytes begin, by their hash: of those whose hashes have an end in common only the first. */
export class BlockIndex {
  /** One more than where a block begins. */
  readonly #starts = new Int32Array(buckets);

  add(hash: number, start: number): void {
    const bucket = hash & (buckets - 1);
    if (this.#starts[bucket] === 0) this.#starts[bucket] = start + 1;
  }

  /** Where a block begins that may be the same; negative: nowhere. */
  find(hash: number): number {
    return (this.#starts[hash & (buckets - 1)] ?? 0) - 1;
  }
}

/** The hash of the block that begins here. */
export function hashBlock(bytes: Uint8Array, start: number): number {
  let hash = 0;
  for (let at = start; at < start + blockLength; at += 1) hash = (Math.imul(hash, base) + (bytes[at] ?? 0)) | 0;
  return hash;
}

/** The hash of the next block, which begins one byte later than the one of this hash. */
export function rollHash(hash: number, bytes: Uint8Array, start: number): number {
  const rest = hash - Math.imul(bytes[start] ?? 0, leadingFactor);
  return (Math.imul(rest, base) + (bytes[start + blockLength] ?? 0)) | 0;
}

function raise(factor: number, power: number): number {
  let result = 1;
  for (let count = 0; count < power; count += 1) result = Math.imul(result, factor);
  return result;
}
