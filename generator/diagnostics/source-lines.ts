/** Finds lines of files that may be long, asked for mostly in their order: goes on from where it was. */
export class SourceLines {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #places = new Map<string, { readonly line: number; readonly start: number }>();

  /** @param texts Texts by file. */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** A line of a file, counted from 1, without its end; `undefined` when there is none. */
  find(file: string, wanted: number): string | undefined {
    const text = this.#texts.get(file);
    if (text === undefined) return undefined;
    const known = this.#places.get(file);
    let { line, start } = known && known.line <= wanted ? known : { line: 1, start: 0 };
    for (; line < wanted; line++) {
      const end = text.indexOf('\n', start);
      if (end === -1) return undefined;
      start = end + 1;
    }
    this.#places.set(file, { line, start });
    const end = text.indexOf('\n', start);
    return text.slice(start, end === -1 ? undefined : end).replace(/\r$/u, '');
  }
}
