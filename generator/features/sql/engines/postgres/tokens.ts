import type { Placeholder } from '../engine.js';

/** Token of SQL. `depth` is the number of open parentheses and brackets around it. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'operator' | 'mark' | 'parameter' | 'placeholder';
  /** Text of the token; words in lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

const blank = /(?:\s|--[^\n\r]*)+/uy;
const patterns: readonly (readonly [kind: Token['kind'], pattern: RegExp])[] = [
  ['string', /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/uy],
  ['string', /(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*(?:'|$)/uy],
  ['quoted', /(?:[uU]&)?"(?:[^"]|"")*(?:"|$)/uy],
  ['string', /\$((?:[A-Z_a-z\u{80}-\u{10FFFF}][\w\u{80}-\u{10FFFF}]*)?)\$[\s\S]*?(?:\$\1\$|$(?![\s\S]))/uy],
  ['parameter', /\$\d+/uy],
  ['word', /[A-Z_a-z\u{80}-\u{10FFFF}][\w$\u{80}-\u{10FFFF}]*/uy],
  ['number', /(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/uy],
  ['mark', /::|:=|\.\.|[().,;:[\]{}\\]/uy],
  ['operator', /(?:(?!--|\/\*)[-+*/<>=~!@#%^&|`?])+/uy],
];

/** Splits SQL into tokens, without comments. An unterminated string or comment ends with the text. */
export function readTokens(text: string, placeholders: readonly Placeholder[] = []): readonly Token[] {
  const ends = new Map(placeholders.map(({ start, end }) => [start, end]));
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const [kind, end] = readToken(text, at, ends.get(at));
    const source = text.slice(at, end);
    if (kind === 'mark' && (source === ')' || source === ']')) depth = Math.max(0, depth - 1);
    tokens.push({ kind, text: kind === 'word' ? source.toLowerCase() : source, start: at, end, depth });
    if (kind === 'mark' && (source === '(' || source === '[')) depth++;
    at = end;
  }
  return tokens;
}

function readToken(text: string, at: number, placeholderEnd: number | undefined): [kind: Token['kind'], end: number] {
  if (placeholderEnd !== undefined) return ['placeholder', placeholderEnd];
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return [kind, pattern.lastIndex];
  }
  return ['operator', at + 1];
}

/** Returns the offset of the next character that is neither white space nor in a comment. */
function skipBlanks(text: string, from: number): number {
  for (let at = from; ;) {
    blank.lastIndex = at;
    if (blank.test(text)) at = blank.lastIndex;
    if (!text.startsWith('/*', at)) return at;
    at = skipComment(text, at);
  }
}

/** Returns the end of a comment. Comments nest. */
function skipComment(text: string, from: number): number {
  const edge = /\/\*|\*\//gu;
  edge.lastIndex = from;
  let depth = 0;
  for (let match = edge.exec(text); match; match = edge.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}

/** Returns the name that a word or quoted token means. */
export function nameOf(token: Token): string {
  return token.kind === 'quoted' ? token.text.replace(/^(?:[uU]&)?"|"$/gu, '').replaceAll('""', '"') : token.text;
}
