import type { SourceLocation } from '../diagnostics/diagnostic.js';

/** A token of a script line: a word, a text between double quotes, or one of the marks `[`, `]` and `,`. */
export interface ScriptToken extends Span {
  readonly kind: 'word' | 'text' | 'mark';
  /** As written. A text has no outer quotes, and `""` inside it is one quote. */
  readonly value: string;
  readonly location: SourceLocation;
}

/** Offsets in a line, in code units; `end` is behind the last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The location of a part of a line. */
export type LocateSpan = (span: Span) => SourceLocation;

/** An error in a line. Thrown by the reader of a line and reported by the reader of the script. */
export class ScriptFault extends Error {
  readonly place: Span;
  readonly help: string | undefined;

  constructor(message: string, place: Span = { start: 0, end: 1 }, help?: string) {
    super(message);
    this.place = place;
    this.help = help;
  }
}

/**
 * Splits a line of a script into tokens. A comment begins at `'`, and at `//` or `#` where a word could begin. Takes time linear
 * in the length of the line.
 *
 * @throws {ScriptFault} for a text that does not end where it should.
 */
export function tokenizeLine(line: string, locate: LocateSpan): readonly ScriptToken[] {
  const tokens: ScriptToken[] = [];
  for (let start = skipSpace(line, 0); start < line.length; start = skipSpace(line, tokens.at(-1)?.end ?? 0)) {
    if (line.startsWith("'", start) || line.startsWith('#', start) || line.startsWith('//', start)) break;
    const token = readToken(line, start);
    tokens.push({ ...token, location: locate(token) });
  }
  return tokens;
}

function skipSpace(line: string, start: number): number {
  return findFrom(line, /\S/gu, start);
}

type UnplacedToken = Omit<ScriptToken, 'location'>;

function readToken(line: string, start: number): UnplacedToken {
  const character = line.charAt(start);
  if (character === '"') return readText(line, start);
  if (marks.includes(character)) return { kind: 'mark', value: character, start, end: start + 1 };
  const end = findFrom(line, /[\s"'[\],]/gu, start);
  return { kind: 'word', value: line.slice(start, end), start, end };
}

/** Searches for quotes one by one: a regular expression for the whole text would backtrack. */
function readText(line: string, start: number): UnplacedToken {
  let end = line.indexOf('"', start + 1);
  while (end !== -1 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
  if (end === -1) throw new ScriptFault('This text does not end: a `"` is missing.', { start, end: line.length });
  if (/^[^\s[\],']/u.test(line.slice(end + 1, end + 2))) {
    const help = 'A quote inside a text is written twice: `""`.';
    throw new ScriptFault('The text ends at this quote, and more follows at once.', { start: end, end: end + 1 }, help);
  }
  return { kind: 'text', value: line.slice(start + 1, end).replaceAll('""', '"'), start, end: end + 1 };
}

const marks = '[],';

function findFrom(line: string, pattern: RegExp, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(line)?.index ?? line.length;
}
