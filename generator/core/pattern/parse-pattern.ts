/** Syntax tree of an ECMAScript regular expression with the flag `u`. */
export type PatternNode =
  /** One character as written: a literal, an escape, a class or `.`. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  /** A repetition. `max` is `Infinity` for `*`, `+` and `{n,}`. */
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'assertion'; readonly sign: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'look'; readonly isBehind: boolean; readonly isNegative: boolean; readonly body: PatternNode }
  /** Backreference. `group` is `undefined` if the group is not closed at this position. */
  | { readonly kind: 'backReference'; readonly group: PatternNode | undefined };

const token = new RegExp(
  [
    String.raw`(?<quantifier>(?:[*+?]|\{(?<min>\d+)(?<comma>,(?<max>\d*))?\})\??)`,
    String.raw`(?<open>\((?:\?(?:[:=!]|<[=!]|<(?<name>[^>]*)>))?)`,
    String.raw`(?<assertion>[$^]|\\[bB])`,
    String.raw`\\(?:(?<number>[1-9]\d*)|k<(?<named>[^>]*)>)`,
    String.raw`(?<character>\[(?:\\[^]|[^\]\\])*\]|\\u\{[^}]*\}|\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}` +
      String.raw`|\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])|[^()|])`,
  ].join('|'),
  'uy',
);

/**
 * Parses a pattern.
 * @returns `undefined` if the syntax is invalid or unknown.
 */
export function parsePattern(pattern: string): PatternNode | undefined {
  try {
    const { source } = new RegExp(pattern, 'u');
    return new PatternParser(source).parse();
  } catch {
    return undefined;
  }
}

class PatternParser {
  readonly #text: string;
  readonly #groups = new Map<string, PatternNode>();
  #index = 0;
  #groupCount = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): PatternNode {
    const node = this.#parseChoice();
    if (this.#index < this.#text.length) throw new SyntaxError('unknown syntax');
    return node;
  }

  #parseChoice(): PatternNode {
    const parts = [this.#parseSequence()];
    while (this.#text[this.#index] === '|') {
      this.#index++;
      parts.push(this.#parseSequence());
    }
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : { kind: 'choice', parts };
  }

  #parseSequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#index < this.#text.length && !'|)'.includes(this.#text.charAt(this.#index))) {
      const groups = this.#readToken();
      const last = groups['quantifier'] === undefined ? undefined : parts.pop();
      parts.push(last === undefined ? this.#parseAtom(groups) : repeat(last, groups));
    }
    return { kind: 'sequence', parts };
  }

  #readToken(): TokenGroups {
    token.lastIndex = this.#index;
    const groups = token.exec(this.#text)?.groups;
    if (groups === undefined) throw new SyntaxError('unknown syntax');
    this.#index = token.lastIndex;
    return groups;
  }

  #parseAtom({ open, name, assertion, number, named, character }: TokenGroups): PatternNode {
    if (character !== undefined) return { kind: 'character', source: character };
    if (assertion !== undefined) return { kind: 'assertion', sign: assertion as '^' };
    if (open !== undefined) return this.#parseGroup(open, name);
    return { kind: 'backReference', group: this.#groups.get(number ?? named ?? '') };
  }

  #parseGroup(open: string, name: string | undefined): PatternNode {
    const isCapturing = open === '(' || name !== undefined;
    const number = isCapturing ? ++this.#groupCount : undefined;
    const body = this.#parseChoice();
    if (this.#text[this.#index++] !== ')') throw new SyntaxError('unknown syntax');
    if (number !== undefined) this.#groups.set(String(number), body);
    if (name !== undefined) this.#groups.set(name, body);
    if (isCapturing || open === '(?:') return body;
    return { kind: 'look', isBehind: open.includes('<'), isNegative: open.endsWith('!'), body };
  }
}

type TokenGroups = { readonly [group: string]: string | undefined };

function repeat(body: PatternNode, { quantifier = '', min, comma, max }: TokenGroups): PatternNode {
  if (min === undefined) {
    return {
      kind: 'repeat',
      body,
      min: quantifier.startsWith('+') ? 1 : 0,
      max: quantifier.startsWith('?') ? 1 : Infinity,
    };
  }
  const least = Number(min);
  return { kind: 'repeat', body, min: least, max: comma === undefined ? least : max === '' ? Infinity : Number(max) };
}
