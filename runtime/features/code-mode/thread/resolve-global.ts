/**
 * Maximum total length of the strings of one request, in characters, because its cost is proportional to their length.
 */
const maxCharacters = 262_144;
/** Parts of a URL, in the order in which the sandbox reads them. */
const urlParts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
type UrlPart = (typeof urlParts)[number];

/**
 * Evaluates requests of a script's globals: parses URLs, queries and text in other encodings. Only strings are passed,
 * and the kinds of requests are a fixed list.
 */
export class GlobalResolver {
  /** Decoder for the text that is being decoded. */
  #decoder = new TextDecoder();

  /**
   * @param json JSON text of a list of strings; `null` for a missing string. It comes from the sandbox and is not
   *   trusted.
   * @returns JSON text of the result; `undefined` if the request is invalid or too long.
   */
  resolve(kind: string, json: string): string | undefined {
    if (json.length > maxCharacters * 2) return undefined;
    try {
      const texts = (JSON.parse(json) as readonly unknown[]).map((one) => (one === null ? undefined : String(one)));
      if (texts.reduce((sum, one) => sum + (one?.length ?? 0), 0) > maxCharacters) return undefined;
      return JSON.stringify(this.#find(kind, texts));
    } catch {
      return undefined;
    }
  }

  #find(kind: string, texts: readonly (string | undefined)[]): unknown {
    const [first = '', second, third = ''] = texts;
    switch (kind) {
      case 'url':
        return listParts(new URL(first, second));
      case 'change': {
        const url = new URL(first);
        if (urlParts.includes(second as UrlPart) && second !== 'origin')
          url[second as Exclude<UrlPart, 'origin'>] = third;
        return listParts(url);
      }
      case 'query':
        return [...new URLSearchParams(first)].flat();
      case 'print': {
        const pairs = new URLSearchParams();
        for (let index = 0; index + 1 < texts.length; index += 2)
          pairs.append(texts[index] ?? '', texts[index + 1] ?? '');
        return pairs.toString();
      }
      case 'encoding':
        return new TextDecoder(first).encoding;
      case 'decode':
        return this.#decode(first, second ?? '', third);
      default:
        return undefined;
    }
  }

  /**
   * @param flags `f`: invalid bytes are an error; `b`: the byte order mark is kept; `s`: first part of the text; `e`:
   *   last part of the text.
   * @param binary The bytes, as one character each.
   */
  #decode(encoding: string, flags: string, binary: string): string {
    if (flags.includes('s')) {
      this.#decoder = new TextDecoder(encoding, { fatal: flags.includes('f'), ignoreBOM: flags.includes('b') });
    }
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return this.#decoder.decode(bytes, { stream: !flags.includes('e') });
  }
}

function listParts(url: URL): readonly string[] {
  return urlParts.map((part) => url[part]);
}
