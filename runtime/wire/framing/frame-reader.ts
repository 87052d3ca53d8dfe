import { concatBytes } from '../concat-bytes.js';

/** Receiver of the text of messages, in the order of the stream. */
export interface TextSink {
  /** Called with the text of each message. */
  text(text: string): void;
  /** Called for bytes that are not a message; the decoder continues after them. */
  malformed(reason: string): void;
}

/** Decodes UTF-8. Returns `undefined` for invalid bytes. */
export type DecodeText = (bytes: Uint8Array) => string | undefined;

/** Decoder for one framing. */
export interface FrameReader {
  /** Reads the next bytes of the stream. A chunk can end anywhere. */
  push(chunk: Uint8Array, sink: TextSink): void;
  /** Called at the end of the stream. */
  end(sink: TextSink): void;
}

/** Queue of received bytes. Chunks are joined only when bytes are read. */
export class ByteQueue {
  /** Number of bytes in the queue. */
  length = 0;
  #chunks: Uint8Array[] = [];

  /** Adds bytes at the end; the chunk is not copied. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  /** Returns the first bytes, at most `count`; they stay in the queue. */
  peek(count: number): Uint8Array {
    if (this.#chunks.length > 1) this.#chunks = [concatBytes(this.#chunks)];
    return this.#chunks[0]?.subarray(0, count) ?? new Uint8Array();
  }

  /** Removes and returns the first bytes, at most `count`. */
  take(count = this.length): Uint8Array {
    const bytes = this.peek(count);
    const rest = this.#chunks[0]?.subarray(bytes.length);
    this.#chunks = [];
    this.length = 0;
    if (rest !== undefined) this.push(rest);
    return bytes;
  }
}

const bytewise = new TextDecoder('latin1');

/** Decodes one character per byte, so that offsets in the string equal offsets in the bytes. */
export function latin1(bytes: Uint8Array): string {
  return bytewise.decode(bytes);
}

/** Text of the problem for bytes that are not UTF-8. */
export const invalidText = 'Invalid UTF-8';

/** Text of the problem for a message that is longer than the limit. */
export function tooLong(maxMessageBytes: number): string {
  return `Message longer than ${maxMessageBytes} bytes`;
}
