/** How messages are told apart on a byte stream. */
export type FrameStyle = 'line' | 'content-length';

const byteOrderMark = Buffer.from('\ufeff');
const header = 'content-';
/** More than any sane peer writes before its message. */
const maximalHeader = 8192;

/**
 * Takes a byte stream apart into messages, without looking into them: one per line, or each behind a `Content-Length`
 * header, whichever the first bytes show. What is no message is handed on as it is: the server says what is wrong with it.
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

  /** How the peer frames, and is answered; `line` until it has shown. */
  get style(): FrameStyle {
    return this.#style ?? 'line';
  }

  push(chunk: Uint8Array): void {
    this.#unread = this.#unread.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#unread, chunk]);
    this.#style ??= this.#detect();
    if (this.#style === 'line') this.#readLines();
    else if (this.#style !== undefined) while (this.#readFramed());
  }

  /** The stream ended: a last line without its end counts. */
  end(): void {
    if (this.style === 'line') this.#tell(this.#unread);
    this.#unread = Buffer.alloc(0);
  }

  #detect(): FrameStyle | undefined {
    const mark = this.#unread.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    const blank = /^\s*/u.exec(this.#unread.toString('latin1', mark))?.[0].length ?? 0;
    this.#unread = this.#unread.subarray(mark + blank);
    const start = this.#unread.toString('latin1', 0, header.length).toLowerCase();
    if (start === header) return 'content-length';
    return header.startsWith(start) ? undefined : 'line';
  }

  #readLines(): void {
    let start = 0;
    for (let end = this.#unread.indexOf(10); end >= 0; end = this.#unread.indexOf(10, start)) {
      this.#tell(this.#unread.subarray(start, end));
      start = end + 1;
    }
    this.#unread = this.#unread.subarray(start);
  }

  /** Takes one message; false when there is no whole one. */
  #readFramed(): boolean {
    const match = /^\s*([^]*?)\r?\n\r?\n/u.exec(this.#unread.toString('latin1', 0, maximalHeader));
    if (!match) return false;
    const [head, fields = ''] = match;
    const length = Number(/^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$/imu.exec(fields)?.[1] ?? 0);
    if (this.#unread.length < head.length + length) return false;
    const body = length === 0 ? Buffer.from(fields) : this.#unread.subarray(head.length, head.length + length);
    this.#unread = this.#unread.subarray(head.length + length);
    this.#tell(body);
    return true;
  }

  #tell(frame: Buffer): void {
    // Outside of strings a line end means no more than a space, and inside it is not allowed.
    const line = frame
      .toString()
      .replaceAll(/[\r\n]/gu, ' ')
      .trim();
    if (line !== '') this.#take(line);
  }
}

/** A message as it is written to a peer that frames in this style. */
export function frameText(text: string, style: FrameStyle): string {
  return style === 'line' ? `${text}\n` : `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
