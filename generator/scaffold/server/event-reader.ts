/**
 * Reader of an event stream whose text arrives in pieces. Only the data of events is read.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class EventReader {
  /** Data lines of the event that is not complete yet. */
  #data: string[] = [];
  /** Beginning of the line that is not complete yet. V8 joins its pieces when the line is complete. */
  #line = '';
  #endsInReturn = false;

  /** Takes a piece of the stream and returns the data of the events that it completes. */
  push(piece: string): readonly string[] {
    if (piece === '') return [];
    // The end of a line, CR LF, may be torn apart.
    const [first = '', ...others] = piece.slice(this.#endsInReturn && piece.startsWith('\n') ? 1 : 0).split(lineEnd);
    this.#endsInReturn = piece.endsWith('\r');
    const complete: string[] = [];
    this.#line += first;
    for (const line of others) {
      if (this.#line === '' && this.#data.length > 0) complete.push(this.end());
      this.#endLine();
      this.#line = line;
    }
    return complete;
  }

  /** Ends the stream. Returns the data of an event without an empty line behind it. */
  end(): string {
    this.#endLine();
    return this.#data.splice(0).join('\n');
  }

  #endLine(): void {
    if (this.#line.startsWith('data:')) this.#data.push(this.#line.slice('data:'.length).replace(/^ /u, ''));
    this.#line = '';
  }
}

const lineEnd = /\r\n|[\n\r]/u;
