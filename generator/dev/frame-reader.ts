/** Framing of messages on a byte stream. */
export type FrameStyle = 'line' | 'content-length';

const header = 'content-';
/** Bytes of a header at most. */
const maximalHeader = 8192;

/**
 * Splits a byte stream into messages: one per line, or each behind a `Content-Length` header, whichever the first bytes
 * show. A text that is no message is handed on as it is, so that the server can answer with an error.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export class FrameReader {
  readonly #take: (frame: string) => void;
  #unread = Buffer.alloc(0);
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
    this.#unread = this.#unread.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#unread, chunk]);
    this.#style ??= this.#detect();
    if (this.#style === 'line') this.#readLines();
    else if (this.#style !== undefined) while (this.#readFramed());
  }

  /** Call it at the end of the stream: a last line without a line end counts. */
  end(): void {
    if (this.style === 'line') this.#emit(this.#unread);
    this.#unread = Buffer.alloc(0);
  }

  /** Skips a byte order mark and white space; `undefined` when more bytes are needed. */
  #detect(): FrameStyle | undefined {
    const [skipped = ''] = /^(?:\xef\xbb\xbf)?\s*/u.exec(this.#unread.toString('latin1')) ?? [];
    this.#unread = this.#unread.subarray(skipped.length);
    const found = this.#unread.toString('latin1', 0, header.length).toLowerCase();
    if (found === header) return 'content-length';
    return header.startsWith(found) ? undefined : 'line';
  }

  #readLines(): void {
    for (let end = this.#unread.indexOf(10); end >= 0; end = this.#unread.indexOf(10)) {
      const line = this.#unread.subarray(0, end);
      this.#unread = this.#unread.subarray(end + 1);
      this.#emit(line);
    }
  }

  /** Takes one message; returns `false` when no message is complete. */
  #readFramed(): boolean {
    const [head, fields = ''] = /^\s*([^]*?)\r?\n\r?\n/u.exec(this.#unread.toString('latin1', 0, maximalHeader)) ?? [];
    if (head === undefined) return false;
    const length = Number(/^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$/imu.exec(fields)?.[1] ?? 0);
    if (this.#unread.length < head.length + length) return false;
    const body = length === 0 ? Buffer.from(fields) : this.#unread.subarray(head.length, head.length + length);
    this.#unread = this.#unread.subarray(head.length + length);
    this.#emit(body);
    return true;
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

/** Frames a message. */
export function frameText(text: string, style: FrameStyle): string {
  return style === 'line' ? `${text}\n` : `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
