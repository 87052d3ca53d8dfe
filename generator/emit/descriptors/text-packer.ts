import { BlockIndex, blockLength, hashBlock, rollHash } from './block-index.js';

/** Shorter ones cost more to be put together than to be read twice. */
const minimalPassage = 512;

/** Bytes that are compared at once. */
const leap = 128;

/** What a text adds to the bytes that there are, and where all of it is found in these. */
export interface PackedText {
  readonly start: number;
  readonly end: number;
  /** Starts and ends in turns. */
  readonly places: readonly number[];
}

/** Takes texts one after the other and keeps of each what has not been there yet. */
export class TextPacker {
  /** What is kept of all texts, in UTF-8. */
  readonly bytes: Buffer;
  readonly #index = new BlockIndex();
  #length = 0;
  /** Bytes in blocks that the index knows. */
  #indexed = 0;

  /** @param capacity Bytes of all texts together. */
  constructor(capacity: number) {
    this.bytes = Buffer.alloc(capacity);
  }

  /** Adds a text, which is UTF-8. */
  add(text: Uint8Array): PackedText {
    const start = this.#length;
    const places: number[] = [];
    /** From here on nothing of the text has been placed. */
    let open = 0;
    let hash = text.length < blockLength ? 0 : hashBlock(text, 0);
    for (let at = 0; at + blockLength <= text.length;) {
      const candidate = this.#index.find(hash);
      const passage = candidate < 0 ? undefined : this.#findPassage(text, open, at, candidate);
      if (passage === undefined) {
        hash = rollHash(hash, text, at);
        at += 1;
        continue;
      }
      this.#keep(text.subarray(open, passage.at), places);
      place(places, passage.start, passage.start + passage.length);
      open = passage.at + passage.length;
      at = open;
      if (at + blockLength <= text.length) hash = hashBlock(text, at);
    }
    this.#keep(text.subarray(open), places);
    return { start, end: this.#length, places };
  }

  #keep(text: Uint8Array, places: number[]): void {
    if (text.length === 0) return;
    place(places, this.#length, this.#length + text.length);
    this.bytes.set(text, this.#length);
    this.#length += text.length;
    for (; this.#indexed + blockLength <= this.#length; this.#indexed += blockLength) {
      this.#index.add(hashBlock(this.bytes, this.#indexed), this.#indexed);
    }
  }

  /** The longest passage around a block that may be the same, if it is long enough. */
  #findPassage(text: Uint8Array, open: number, at: number, candidate: number) {
    const { bytes } = this;
    let before = 0;
    while (at - before > open && candidate > before && text[at - before - 1] === bytes[candidate - before - 1]) {
      before += 1;
    }
    let after = 0;
    // Many bytes at once are compared by other code than this, and much faster.
    for (let end = leap; at + end <= text.length && candidate + end <= this.#length; end += leap) {
      if (bytes.compare(text, at + after, at + end, candidate + after, candidate + end) !== 0) break;
      after = end;
    }
    while (
      at + after < text.length &&
      candidate + after < this.#length &&
      text[at + after] === bytes[candidate + after]
    ) {
      after += 1;
    }
    // No character is cut.
    while (before > 0 && isWithinCharacter(text[at - before])) before -= 1;
    while (after > 0 && isWithinCharacter(text[at + after])) after -= 1;
    if (after < blockLength - 3 || before + after < minimalPassage) return undefined;
    return { at: at - before, start: candidate - before, length: before + after };
  }
}

/** Adds a place; what continues the last one makes that longer. */
function place(places: number[], start: number, end: number): void {
  if (places.at(-1) === start) places[places.length - 1] = end;
  else places.push(start, end);
}

function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}
