import type { MessageText } from '../json-rpc.js';
import type * as Headers from './content-length-reader.js';
import {
  ByteQueue,
  invalidText,
  latin1,
  tooLong,
  type DecodeText,
  type FrameReader,
  type TextSink,
} from './frame-reader.js';

/**
 * How messages are separated on a byte stream: one per line, as MCP specifies, or each after a `Content-Length` header,
 * as language servers do.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export type Framing = 'newline' | 'content-length';

/** Receiver of messages. */
export interface MessageSink {
  /** Called with each parsed message. */
  message(value: unknown): void;
  malformed(reason: string): void;
}

const headers = ['content-length:', 'content-type:'];
/** U+FEFF in UTF-8. */
const byteOrderMark = '\xef\xbb\xbf';
/** Blank bytes and byte order marks before the first message, one character per byte. */
const leadingBlank = /^(?:[ \t\r\n]|\xef\xbb\xbf)*/;

/**
 * Decodes the bytes of a stream into the text of messages. The first bytes determine the framing: a `Content-Length:`
 * or `Content-Type:` header (case-insensitive), or otherwise one message per line. Blank lines and a byte order mark
 * before them are skipped.
 */
export class Decoder {
  readonly #maxMessageBytes: number;
  /** Code for messages after headers. */
  #headers: typeof Headers | undefined;
  /** Bytes that wait until the framing is known, or its code is loaded. */
  readonly #unread = new ByteQueue();
  #loading: Promise<void> | undefined;
  #reader: FrameReader | undefined;
  #framing: Framing = 'newline';

  /**
   * @param maxMessageBytes Longer messages are reported and discarded.
   * @param headers Code for messages after headers. Default: loaded when a peer sends the first header, which is rare.
   */
  constructor(maxMessageBytes: number, headers?: typeof Headers) {
    this.#maxMessageBytes = maxMessageBytes;
    this.#headers = headers;
  }

  /** Framing of the peer, also used for responses; `newline` until the peer has sent its first bytes. */
  get framing(): Framing {
    return this.#framing;
  }

  /** Reads the next bytes and passes the text of completed messages to the sink. */
  push(chunk: Uint8Array, sink: TextSink): void {
    if (this.#reader !== undefined) {
      this.#reader.push(chunk, sink);
      return;
    }
    this.#unread.push(chunk);
    if (this.#loading !== undefined) return;
    for (;;) {
      const start = latin1(this.#unread.peek(64));
      const blank = leadingBlank.exec(start)?.[0].length ?? 0;
      this.#unread.take(blank);
      if (blank === 0 || this.#unread.length === 0) break;
    }
    const framing = detectFraming(latin1(this.#unread.peek(16)).toLowerCase());
    if (framing !== undefined) this.#open(framing, sink);
  }

  /** Ends the stream. A last line without a line end counts; an incomplete message after a header does not. */
  end(sink: TextSink): void {
    if (this.#reader === undefined && this.#loading === undefined) this.#open('newline', sink);
    this.#reader?.end(sink);
  }

  /** Resolves when all bytes that were pushed have been read. */
  async whenRead(): Promise<void> {
    await this.#loading;
  }

  /** Frames a message for the peer. */
  frame(message: MessageText): MessageText {
    return this.#framing === 'newline' || this.#headers === undefined
      ? frameLine(message)
      : this.#headers.frameWithLength(message);
  }

  #open(framing: Framing, sink: TextSink): void {
    this.#framing = framing;
    if (framing === 'newline') this.#reader = new NewlineReader(this.#maxMessageBytes, decodeText);
    else if (this.#headers !== undefined)
      this.#reader = new this.#headers.ContentLengthReader(this.#maxMessageBytes, decodeText);
    else {
      this.#loading = import('./content-length-reader.js').then((loaded) => {
        this.#headers = loaded;
        this.#open(framing, sink);
      });
    }
    this.#reader?.push(this.#unread.take(), sink);
  }
}

/** Returns the framing that the first bytes indicate; `undefined` while they could still become a header. */
function detectFraming(start: string): Framing | undefined {
  if (headers.some((header) => start.startsWith(header))) return 'content-length';
  return [...headers, byteOrderMark].some((text) => text.startsWith(start)) ? undefined : 'newline';
}

const lineFeed = 10;

/**
 * Reads one message per line. A line ends with LF; a CR before the LF is JSON white space. Blank lines are skipped, and
 * the last line needs no line end. A line of more than `maxMessageBytes` is reported once and discarded.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export class NewlineReader implements FrameReader {
  readonly #maxMessageBytes: number;
  readonly #decode: DecodeText;
  readonly #unfinished = new ByteQueue();
  #isDiscarding = false;

  constructor(maxMessageBytes: number, decode: DecodeText) {
    this.#maxMessageBytes = maxMessageBytes;
    this.#decode = decode;
  }

  push(chunk: Uint8Array, sink: TextSink): void {
    // Fast path for complete lines: 5% less time for a single call.
    if (!this.#isDiscarding && this.#unfinished.length === 0 && chunk[chunk.length - 1] === lineFeed) {
      this.#readLines(chunk, sink);
      return;
    }
    let rest = chunk;
    if (this.#isDiscarding) {
      const end = chunk.indexOf(lineFeed);
      if (end < 0) return;
      this.#isDiscarding = false;
      rest = chunk.subarray(end + 1);
    }
    const last = rest.lastIndexOf(lineFeed);
    if (last >= 0) {
      this.#unfinished.push(rest.subarray(0, last));
      this.#readLines(this.#unfinished.take(), sink);
      rest = rest.subarray(last + 1);
    }
    this.#unfinished.push(rest);
    if (this.#unfinished.length > this.#maxMessageBytes) {
      this.#unfinished.take();
      this.#isDiscarding = true;
      sink.malformed(tooLong(this.#maxMessageBytes));
    }
  }

  end(sink: TextSink): void {
    this.#readLines(this.#unfinished.take(), sink);
  }

  #readLines(bytes: Uint8Array, sink: TextSink): void {
    // Decoding all lines at once is much faster than line by line.
    const text = bytes.length <= this.#maxMessageBytes ? this.#decode(bytes) : undefined;
    if (text !== undefined) {
      for (const line of text.split('\n')) readLine(line, sink);
      return;
    }
    let rest = bytes;
    while (rest.length > 0) {
      const end = rest.indexOf(lineFeed);
      const line = end < 0 ? rest : rest.subarray(0, end);
      if (line.length > this.#maxMessageBytes) sink.malformed(tooLong(this.#maxMessageBytes));
      else readLine(this.#decode(line), sink);
      rest = rest.subarray(line.length + 1);
    }
  }
}

function readLine(line: string | undefined, sink: TextSink): void {
  if (line === undefined) sink.malformed(invalidText);
  else if (line.trim() !== '') sink.text(line);
}

// A byte order mark is skipped only at the start of the stream, by `Decoder`.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Returns `undefined` for invalid bytes. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Creates a text sink that parses messages. */
export function parseInto(sink: MessageSink, parse: (text: string) => unknown): TextSink {
  return {
    text(text) {
      let value: unknown;
      try {
        value = parse(text);
      } catch {
        return sink.malformed('Invalid JSON');
      }
      sink.message(value);
    },
    malformed: (reason) => sink.malformed(reason),
  };
}

/** Frames a message as a line. JSON text without white space contains no line end. */
export function frameLine(message: MessageText): MessageText {
  return typeof message === 'string' ? `${message}\n` : [...message, '\n'];
}
