/** Framing of messages on a byte stream. */
export type FrameStyle = 'line' | 'content-length';

const header = 'content-';
/** Bytes of a header at most. A longer one is handed on as a text that is no message. */
const maximalHeader = 8192;

/**
 * Splits a byte stream into messages: one per line, or each behind a `Content-Length` header, whichever the first bytes
 * show. A text that is no message is handed on as it is, so that the server can answer with an error.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export class FrameReader {
  readonly #take: (frame: string) => void;
  /** Bytes that were not read yet. They are joined when a message may be complete. */
  #chunks: Buffer[] = [];
  #length = 0;
  /** Number of unread bytes that complete the message whose header was read; 0 before that. */
  #awaited = 0;
  #style: FrameStyle | undefined;

  /** @param take Gets each message as text on one line. */
  constructor(take: (frame: string) => void) {
    this.#take = take;
  }

  /** Framing of the peer; `line` until the first bytes have arrived. */
  get style(): FrameStyle {
    return this.#style ?? 'line';
  }

  push(chunk: Uint8Array): void {
    this.#keep(Buffer.from(chunk));
    const mayBeComplete = this.#style === 'line' ? chunk.includes(10) : this.#length >= this.#awaited;
    if (mayBeComplete) this.#keep(this.#read(this.#join()));
  }

  /** Call it at the end of the stream: a last line without a line end counts. */
  end(): void {
    const rest = this.#join();
    if (this.style === 'line') this.#emit(rest);
  }

  #keep(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  #join(): Buffer {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#length = 0;
    return bytes;
  }

  /** Takes the complete messages and returns the bytes after them. */
  #read(bytes: Buffer): Buffer {
    const rest = this.#style === undefined ? this.#detect(bytes) : bytes;
    if (this.#style === undefined) return rest;
    return this.#style === 'line' ? this.#readLines(rest) : this.#readFramed(rest);
  }

  /** Skips a byte order mark and white space. The style stays `undefined` when more bytes are needed. */
  #detect(bytes: Buffer): Buffer {
    const [skipped = ''] = /^(?:\xef\xbb\xbf)?\s*/u.exec(bytes.toString('latin1')) ?? [];
    const rest = bytes.subarray(skipped.length);
    const found = rest.toString('latin1', 0, header.length).toLowerCase();
    if (found === header) this.#style = 'content-length';
    else if (!header.startsWith(found)) this.#style = 'line';
    return rest;
  }

  #readLines(bytes: Buffer): Buffer {
    let rest = bytes;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#emit(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    return rest;
  }

  #readFramed(bytes: Buffer): Buffer {
    let rest = bytes;
    for (let frame = findFrame(rest); frame !== undefined; frame = findFrame(rest)) {
      this.#awaited = frame.next;
      if (rest.length < frame.next) return rest;
      this.#emit(rest.subarray(frame.start, frame.end));
      rest = rest.subarray(frame.next);
    }
    this.#awaited = 0;
    return rest;
  }

  #emit(frame: Buffer): void {
    // JSON allows a line end only where it allows a space.
    const line = frame
      .toString()
      .replaceAll(/[\r\n]/gu, ' ')
      .trim();
    if (line !== '') this.#take(line);
  }
}

/** Places of a message and of the bytes after it. */
interface Frame {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Finds the message behind the first header; `undefined` when the header is not complete. A text that is no header is a message. */
function findFrame(bytes: Buffer): Frame | undefined {
  const text = bytes.toString('latin1', 0, maximalHeader);
  const start = Math.max(0, text.search(/\S/u));
  const fields = text.slice(start);
  const blank = /\r?\n\r?\n/u.exec(fields);
  if (blank === null) return text.length < maximalHeader ? undefined : { start, end: text.length, next: text.length };
  const head = start + blank.index + blank[0].length;
  const named = /^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$/imu.exec(fields.slice(0, blank.index));
  const length = Number(named?.[1] ?? 0);
  if (length === 0) return { start, end: start + blank.index, next: head };
  return { start: head, end: head + length, next: head + length };
}

/** Frames a message. */
export function frameText(text: string, style: FrameStyle): string {
  return style === 'line' ? `${text}\n` : `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
