import type { DatabaseKind } from './engines/engine.js';

/**
 * Part of a statement. `dollar`: a PostgreSQL string such as `$$text$$`. `executable`: a MySQL comment that the database
 * runs, such as `/*! text *\/`.
 */
export interface SqlSpan {
  readonly kind: 'code' | 'string' | 'identifier' | 'comment' | 'dollar' | 'executable';
  /** Offset in UTF-16 code units. Quotes belong to the span; a letter before them, as in `E'text'`, does not. */
  readonly start: number;
  readonly end: number;
  /** Whether the end of the text is reached before the end of the string, quoted name or comment. */
  readonly isOpen?: true;
}

/** Part of the code of a statement. */
export interface SqlToken {
  /**
   * `name`: a quoted name. `symbol`: one character; in PostgreSQL a whole operator. `placeholder`: `{{…}}`. `parameter`:
   * `$1` of PostgreSQL.
   */
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'placeholder' | 'parameter';
  /** Words as written, names without quotes, strings with quotes, placeholders without braces. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Number of parentheses and brackets around the token; a parenthesis is not inside its own pair. */
  readonly depth: number;
}

/**
 * Splits SQL into code, strings, quoted names and comments. The spans cover the whole text, and neighbors are never both
 * code. Knows no grammar: the database does.
 */
export function lexSql(text: string, kind: DatabaseKind): readonly SqlSpan[] {
  const spans: SqlSpan[] = [];
  let codeStart = 0;
  let offset = 0;
  while (offset < text.length) {
    const span = spanAt(text, offset, kind);
    if (span === undefined) {
      offset += wordLength(text, offset);
      continue;
    }
    if (codeStart < offset) spans.push({ kind: 'code', start: codeStart, end: offset });
    spans.push(span);
    offset = span.end;
    codeStart = offset;
  }
  if (codeStart < text.length) spans.push({ kind: 'code', start: codeStart, end: text.length });
  return spans;
}

/** Lists the tokens of a text in order, without comments and white space. */
export function listTokens(text: string, kind: DatabaseKind): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  let depth = 0;
  for (const span of lexSql(text, kind)) {
    const { start, end } = span;
    if (span.kind === 'comment' || span.kind === 'executable') continue;
    if (span.kind === 'code') {
      for (const token of tokensOfCode(text.slice(start, end), start, kind)) {
        if (isSymbol(token, ')', ']')) depth = Math.max(0, depth - 1);
        tokens.push({ ...token, depth });
        if (isSymbol(token, '(', '[')) depth++;
      }
      continue;
    }
    const from = kind === 'postgres' ? prefixStart(text, span) : start;
    while ((tokens.at(-1)?.start ?? -1) >= from) tokens.pop();
    const content = text.slice(start, end);
    if (span.kind === 'identifier') tokens.push({ kind: 'name', text: unquote(content), start: from, end, depth });
    else tokens.push({ kind: 'string', text: text.slice(from, end), start: from, end, depth });
  }
  return tokens;
}

function* tokensOfCode(code: string, offset: number, kind: DatabaseKind): Generator<Omit<SqlToken, 'depth'>> {
  for (const match of code.matchAll(kind === 'postgres' ? postgresPattern : tokenPattern)) {
    const [name, found] = Object.entries(match.groups ?? {}).find(([, group]) => group !== undefined) ?? ['symbol'];
    const start = offset + match.index;
    yield { kind: name as SqlToken['kind'], text: found ?? match[0], start, end: start + match[0].length };
  }
}

const placeholder = String.raw`\{\{(?<placeholder>[^{}]*)\}\}`;
const word = String.raw`(?<word>[A-Za-z_\u{80}-\u{10ffff}][\w$\u{80}-\u{10ffff}]*)`;
const number = String.raw`(?<number>0[xX][\dA-Fa-f]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)`;
const operator = String.raw`::|:=|\.\.|[-+*/<>=~!@#%^&|\x60?]+`;
const tokenPattern = new RegExp(`${placeholder}|${word}|${number}|\\S`, 'gu');
const postgresPattern = new RegExp(
  String.raw`${placeholder}|(?<parameter>\$\d+)|${word}|${number}|${operator}|\S`,
  'gu',
);

/** Offset of the letter that belongs to a string or quoted name of PostgreSQL, as in `E'text'`; otherwise its own offset. */
function prefixStart(text: string, { kind, start }: SqlSpan): number {
  const pattern =
    kind === 'string' ? /(?:^|[^\w$\u0080-\uffff])([BENXbenx]|[Uu]&)$/ : /(?:^|[^\w$\u0080-\uffff])([Uu]&)$/;
  const found = kind === 'dollar' ? null : pattern.exec(text.slice(Math.max(0, start - 3), start));
  return start - (found?.[1]?.length ?? 0);
}

/** Whether a token is an unquoted word, in any case. */
export function isWord(token: Pick<SqlToken, 'kind' | 'text'> | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toLowerCase());
}

/** Whether a token is one of some symbols. */
export function isSymbol(token: Pick<SqlToken, 'kind' | 'text'> | undefined, ...symbols: readonly string[]): boolean {
  return token?.kind === 'symbol' && symbols.includes(token.text);
}

/** Returns the place of a token. */
export function placeOf({ start, end }: Pick<SqlToken, 'start' | 'end'>): {
  readonly offset: number;
  readonly length: number;
} {
  return { offset: start, length: end - start };
}

function unquote(quoted: string): string {
  const quote = quoted[0] ?? '';
  const isClosed = quoted.length > 1 && quoted.endsWith(quote === '[' ? ']' : quote);
  const content = quoted.slice(1, isClosed ? -1 : undefined);
  return quote === '[' ? content : content.replaceAll(quote + quote, quote);
}

/** Returns the string, quoted name or comment that begins at an offset; `undefined` if code does. */
function spanAt(text: string, start: number, kind: DatabaseKind): SqlSpan | undefined {
  const make = (spanKind: SqlSpan['kind'], end: number | undefined): SqlSpan =>
    end === undefined ? { kind: spanKind, start, end: text.length, isOpen: true } : { kind: spanKind, start, end };
  switch (text[start]) {
    case "'":
      return make(
        'string',
        quotedEnd(text, start, kind === 'mysql' || (kind === 'postgres' && hasEscapes(text, start))),
      );
    case '"':
      return make(kind === 'mysql' ? 'string' : 'identifier', quotedEnd(text, start, kind === 'mysql'));
    case '`':
      return kind === 'postgres' ? undefined : make('identifier', quotedEnd(text, start, false));
    case '[':
      return kind === 'sqlite' ? make('identifier', endAfter(text, ']', start)) : undefined;
    case '#':
      return kind === 'mysql' ? make('comment', lineEnd(text, start, kind)) : undefined;
    case '-':
      return isLineComment(text, start, kind) ? make('comment', lineEnd(text, start, kind)) : undefined;
    case '/':
      if (text[start + 1] !== '*') return undefined;
      if (kind === 'postgres') return make('comment', nestedCommentEnd(text, start));
      return make(isExecutable(text, start, kind) ? 'executable' : 'comment', endAfter(text, '*/', start + 2));
    case '$': {
      const tag = kind === 'postgres' ? dollarTagAt(text, start) : undefined;
      return tag === undefined ? undefined : make('dollar', endAfter(text, tag, start + tag.length));
    }
    default:
      return undefined;
  }
}

/** Length of the word at an offset, which can contain `$`; 1 for everything else. */
function wordLength(text: string, offset: number): number {
  if (!wordStart.test(text[offset] ?? '')) return 1;
  let end = offset + 1;
  while (end < text.length && wordPart.test(text[end] ?? '')) end++;
  return end - offset;
}

const wordStart = /[A-Za-z_\u0080-\uffff]/;
const wordPart = /[\w$\u0080-\uffff]/;

/** Whether the string that begins at an offset is a PostgreSQL string with backslashes: `E'…'`. */
function hasEscapes(text: string, start: number): boolean {
  return /[eE]/.test(text[start - 1] ?? '') && !isWithinWord(text, start - 1);
}

/** Whether the letter at an offset continues a word. Digits before it are a number of their own, unless a letter is before them. */
function isWithinWord(text: string, offset: number): boolean {
  let before = offset - 1;
  if (!wordPart.test(text[before] ?? '')) return false;
  while (before >= 0 && wordPart.test(text[before] ?? '')) before--;
  return /[A-Za-z_\u0080-\uffff]/.test(text.slice(before + 1, offset));
}

/** Offset after the closing quote, which is doubled inside; `undefined` without one. */
function quotedEnd(text: string, start: number, hasBackslashes: boolean): number | undefined {
  const quote = text[start];
  for (let offset = start + 1; offset < text.length; offset++) {
    const character = text[offset];
    if (character === '\\' && hasBackslashes) offset++;
    else if (character === quote && text[offset + 1] === quote) offset++;
    else if (character === quote) return offset + 1;
  }
  return undefined;
}

/** Offset after the next occurrence of `end`; `undefined` without one. */
function endAfter(text: string, end: string, from: number): number | undefined {
  const found = text.indexOf(end, from);
  return found === -1 ? undefined : found + end.length;
}

/** Whether `--` begins a comment. In MySQL white space must follow: `1--1` is 2. */
function isLineComment(text: string, start: number, kind: DatabaseKind): boolean {
  if (text[start + 1] !== '-') return false;
  // oxlint-disable-next-line no-control-regex -- MySQL counts control characters as white space
  return kind !== 'mysql' || /[\s\u0000-\u001f]/.test(text[start + 2] ?? ' ');
}

function lineEnd(text: string, start: number, kind: DatabaseKind): number {
  const length = text.slice(start).search(kind === 'postgres' ? /[\n\r]/ : /\n/);
  return length === -1 ? text.length : start + length;
}

/** Offset after a PostgreSQL comment, which can contain comments. */
function nestedCommentEnd(text: string, start: number): number | undefined {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}

function isExecutable(text: string, start: number, kind: DatabaseKind): boolean {
  return kind === 'mysql' && /^\/\*M?!/.test(text.slice(start, start + 4));
}

function dollarTagAt(text: string, start: number): string | undefined {
  const pattern = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
}
