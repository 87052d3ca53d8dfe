/**
 * Tokens in place of the texts of a definition: the library that prints types only sees tokens, which are replaced by the
 * texts afterwards. So no text can change the structure of the output, collide with a name, or lose its place.
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

  /** Makes a new token that no other text has. */
  reserve(text = ''): string {
    this.#texts.push(text);
    return `Token${this.#texts.length - 1}X`;
  }

  /** Replaces the tokens by their texts; a token in quotes is replaced together with the quotes. */
  restore(line: string): string {
    return line.replace(/"Token(\d+)X"|Token(\d+)X/g, (_, quoted?: string, bare?: string) => {
      const text = this.#texts[Number(quoted ?? bare)];
      if (text === undefined) throw new Error(`No text for a token in: ${line}`);
      return text;
    });
  }
}
