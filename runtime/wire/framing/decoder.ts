import { ByteQueue } from './byte-queue.js';
import { ContentLengthReader } from './content-length-reader.js';
import { latin1, type FrameReader, type Framing, type TextSink } from './framing.js';
import { NewlineReader } from './newline-reader.js';

const headers = ['content-length:', 'content-type:'];
/** U+FEFF in UTF-8. */
const byteOrderMark = '\xef\xbb\xbf';
/** Blank bytes and byte order marks before the first message, one character per byte. */
const leadingBlank = /^(?:[ \t\r\n]|\xef\xbb\xbf)*/;

/**
 * Decodes the bytes of a stream into the texts of messages. The first bytes decide the framing: a `Content-Length:` or `Content-Type:`
 * header in any case, else one message per line. Blank lines and a byte order mark before them are skipped.
 */
export class Decoder {
  readonly #maxMessageBytes: number;
  readonly #undecided = new ByteQueue();
  #reader: FrameReader | undefined;
  #framing: Framing = 'newline';

  /** @param maxMessageBytes Longer messages are reported and discarded. */
  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** Framing of the peer, also used for the answers; `newline` until the peer has sent its first bytes. */
  get framing(): Framing {
    return this.#framing;
  }

  /** Reads the next bytes and passes the texts of the messages that they complete to the sink. */
  push(chunk: Uint8Array, sink: TextSink): void {
    if (this.#reader !== undefined) {
      this.#reader.push(chunk, sink);
      return;
    }
    this.#undecided.push(chunk);
    for (;;) {
      const start = latin1(this.#undecided.peek(64));
      const blank = leadingBlank.exec(start)?.[0].length ?? 0;
      this.#undecided.take(blank);
      if (blank === 0 || this.#undecided.length === 0) break;
    }
    const framing = detectFraming(latin1(this.#undecided.peek(16)).toLowerCase());
    if (framing !== undefined) this.#open(framing).push(this.#undecided.take(), sink);
  }

  /** Ends the stream: a last line without a line end counts, an incomplete message after a header does not. */
  end(sink: TextSink): void {
    if (this.#reader === undefined) this.#open('newline').push(this.#undecided.take(), sink);
    this.#reader?.end(sink);
  }

  #open(framing: Framing): FrameReader {
    this.#framing = framing;
    const Reader = framing === 'newline' ? NewlineReader : ContentLengthReader;
    this.#reader = new Reader(this.#maxMessageBytes);
    return this.#reader;
  }
}

/** Returns the framing that the first bytes show; `undefined` while they could still become a header. */
function detectFraming(start: string): Framing | undefined {
  if (headers.some((header) => start.startsWith(header))) return 'content-length';
  return [...headers, byteOrderMark].some((text) => text.startsWith(start)) ? undefined : 'newline';
}
