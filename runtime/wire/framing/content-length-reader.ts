import { joinBytes } from '../join-bytes.js';
import type { MessageText } from '../json-rpc.js';
import {
  ByteQueue,
  invalidText,
  latin1,
  tooLong,
  type DecodeText,
  type FrameReader,
  type TextSink,
} from './frame-reader.js';

/** Maximum size of a header, in bytes. */
const maxHeaderBytes = 8192;
/** Number of bytes that are searched at a time for the next header. */
const searchedBytes = 1024;
const marker = 'content-length:';

/**
 * Reads messages that each follow a header with a `Content-Length` in bytes. Header names are case-insensitive, other
 * header fields are skipped, and header lines can end with LF only. After a header without a valid length, the reader
 * continues at the next `Content-Length:`.
 */
export class ContentLengthReader implements FrameReader {
  readonly #maxMessageBytes: number;
  readonly #decode: DecodeText;
  readonly #queue = new ByteQueue();
  /** Remaining number of body bytes to read or skip; 0 before a header. */
  #bodyBytes = 0;
  #isTooLong = false;
  /** Whether the reader searches for the next header, after a header without a valid length. */
  #isLost = false;

  constructor(maxMessageBytes: number, decode: DecodeText) {
    this.#maxMessageBytes = maxMessageBytes;
    this.#decode = decode;
  }

  push(chunk: Uint8Array, sink: TextSink): void {
    this.#queue.push(chunk);
    while (this.#bodyBytes > 0 ? this.#readBody(sink) : this.#findHeader() && this.#readHeader(sink));
  }

  /** Drops an unfinished message. */
  end(): void {
    this.#queue.take();
  }

  /** Skips bytes before a header; returns `false` if more bytes are needed to do so. Reads a few bytes at a time. */
  #findHeader(): boolean {
    while (this.#isLost) {
      const bytes = this.#queue.peek(searchedBytes);
      const found = latin1(bytes).toLowerCase().indexOf(marker);
      // The last bytes may be the start of the marker.
      this.#queue.take(found < 0 ? Math.max(0, bytes.length - marker.length + 1) : found);
      this.#isLost = found < 0;
      if (this.#isLost && bytes.length < searchedBytes) return false;
    }
    return true;
  }

  #readHeader(sink: TextSink): boolean {
    const bytes = this.#queue.peek(maxHeaderBytes);
    const start = bytes.findIndex((byte) => byte !== 13 && byte !== 10);
    if (start < 0) {
      this.#queue.take(bytes.length);
      return false;
    }
    const end = findHeaderEnd(bytes, start);
    const isJson = bytes[start] === 123 || bytes[start] === 91;
    if (end < 0 && !isJson && bytes.length < maxHeaderBytes) return false;
    const length = end < 0 || isJson ? undefined : readLength(latin1(bytes.subarray(start, end)));
    if (length === undefined) {
      this.#queue.take(end < 0 || isJson ? start + 1 : end);
      this.#isLost = true;
      sink.malformed('Header without a valid Content-Length');
      return true;
    }
    this.#queue.take(end);
    this.#bodyBytes = length;
    this.#isTooLong = length > this.#maxMessageBytes;
    if (this.#isTooLong) sink.malformed(tooLong(this.#maxMessageBytes));
    return true;
  }

  #readBody(sink: TextSink): boolean {
    if (this.#isTooLong) {
      this.#bodyBytes -= this.#queue.take(this.#bodyBytes).length;
      return this.#bodyBytes === 0;
    }
    if (this.#queue.length < this.#bodyBytes) return false;
    const body = this.#queue.take(this.#bodyBytes);
    this.#bodyBytes = 0;
    const text = this.#decode(body);
    if (text === undefined) sink.malformed(invalidText);
    else sink.text(text);
    return true;
  }
}

/** Returns the offset after the empty line that ends a header, or -1. */
function findHeaderEnd(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(10, start); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}

function readLength(header: string): number | undefined {
  const text = /^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$/im.exec(header)?.[1];
  const length = Number(text);
  return Number.isSafeInteger(length) && length > 0 ? length : undefined;
}

/** Frames a message with a header that contains its length. */
export function frameWithLength(message: MessageText): MessageText {
  const bytes = joinBytes(message);
  return [`Content-Length: ${bytes.length}\r\n\r\n`, bytes];
}
