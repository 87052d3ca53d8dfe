/**
 * Reader of an event stream that arrives in pieces. Returns the data of events, and keeps the id and delay for resuming
 * an interrupted stream.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class EventReader {
  /** Data lines of the incomplete event. */
  #data: string[] = [];
  /** Start of the incomplete line. V8 joins its pieces when the line is complete. */
  #line = '';
  #endsInReturn = false;
  /** Id of the incomplete event. */
  #id: string | undefined;
  #lastId: string | undefined;
  #retryMs: number | undefined;

  /** Id of the last complete event with an id. */
  get lastId(): string | undefined {
    return this.#lastId;
  }

  /**
   * Delay in milliseconds that the server requests before resuming an interrupted stream; `undefined` if it requests no
   * delay.
   */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** Reads a piece of the stream and returns the data of completed events. */
  push(piece: string): readonly string[] {
    if (piece === '') return [];
    // CR LF may be split between pieces.
    const [first = '', ...others] = piece.slice(this.#endsInReturn && piece.startsWith('\n') ? 1 : 0).split(lineEnd);
    this.#endsInReturn = piece.endsWith('\r');
    const complete: string[] = [];
    this.#line += first;
    for (const line of others) {
      if (this.#line === '') this.#lastId = this.#id ?? this.#lastId;
      if (this.#line === '' && this.#data.length > 0) complete.push(this.end());
      this.#endLine();
      this.#line = line;
    }
    return complete;
  }

  /** Ends the stream. Returns the data of a last event that no empty line follows. */
  end(): string {
    this.#endLine();
    return this.#data.splice(0).join('\n');
  }

  #endLine(): void {
    const [, field, value = ''] = /^(data|id|retry): ?(.*)$/su.exec(this.#line) ?? [];
    if (field === 'data') this.#data.push(value);
    if (field === 'id' && !value.includes('\0')) this.#id = value;
    if (field === 'retry' && /^\d+$/u.test(value)) this.#retryMs = Number(value);
    this.#line = '';
  }
}

const lineEnd = /\r\n|[\n\r]/u;
