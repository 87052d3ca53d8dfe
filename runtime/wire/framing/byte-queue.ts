import { joinBytes } from '../join-bytes.js';

/** Queue of received bytes. Chunks are joined only when bytes are read. */
export class ByteQueue {
  #chunks: Uint8Array[] = [];
  #length = 0;

  /** Number of bytes in the queue. */
  get length(): number {
    return this.#length;
  }

  /** Adds bytes at the end; the chunk is not copied. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** Returns the first bytes, at most `count`; they stay in the queue. */
  peek(count: number): Uint8Array {
    if (this.#chunks.length > 1) this.#chunks = [joinBytes(this.#chunks)];
    return this.#chunks[0]?.subarray(0, count) ?? new Uint8Array();
  }

  /** Removes and returns the first bytes, at most `count`. */
  take(count = this.#length): Uint8Array {
    const bytes = this.peek(count);
    const rest = this.#chunks[0]?.subarray(bytes.length);
    this.#chunks = [];
    this.#length = 0;
    if (rest !== undefined) this.push(rest);
    return bytes;
  }
}
