/**
 * Stands between text of a definition and the library that prints types: the library sees tokens, the text takes their
 * place when it has finished. So no text can change the structure of the output, collide with a name, be taken for a
 * keyword of a schema or lose its place in the order.
 */
export class TokenTable {
  readonly #texts: string[] = [];
  readonly #tokens = new Map<string, string>();

  /** The token that stands for `text`, which must be safe where the token is used. The same text has the same token. */
  add(text: string): string {
    const token = this.#tokens.get(text) ?? this.reserve(text);
    this.#tokens.set(text, token);
    return token;
  }

  /** Makes a token of its own, for something that is put in its place by other means than {@link restore}. */
  reserve(text = ''): string {
    this.#texts.push(text);
    return `Token${this.#texts.length - 1}X`;
  }

  /** Puts the texts in the places of their tokens; a token in quotes is replaced together with the quotes. */
  restore(line: string): string {
    return line.replace(/"Token(\d+)X"|Token(\d+)X/g, (_, quoted?: string, bare?: string) => {
      const text = this.#texts[Number(quoted ?? bare)];
      if (text === undefined) throw new Error(`No text for a token in: ${line}`);
      return text;
    });
  }
}
