import type { Help, SourceLocation } from '../../core/diagnostics/diagnostic.js';

/** A line of a script. Line numbers start at 1. */
export interface ScriptLine {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

/** Token of a script line: a word, a string in double quotes, or one of `[`, `]` and `,`. */
export interface ScriptToken extends Span {
  readonly kind: 'word' | 'text' | 'mark';
  /** Value as written. String values do not include the outer quotes, and `""` inside a string is one quote. */
  readonly value: string;
}

/** Part of a line. Offsets are in code units; `end` is exclusive. */
export interface Span {
  readonly line: ScriptLine;
  readonly start: number;
  readonly end: number;
}

/** Returns the location of a part of a line. */
export function locateSpan({ line: { file, number }, start, end }: Span): SourceLocation {
  return { file, line: number, column: start + 1, length: Math.max(1, end - start) };
}

/** Error in a script line, which the script reader catches and reports. */
export class ScriptError extends Error {
  readonly place: Span | undefined;
  readonly help: Help | undefined;

  constructor(message: string, place: Span | undefined, help?: Help) {
    super(message);
    this.place = place;
    this.help = help;
  }
}

/**
 * Splits a script line into tokens. A comment begins at `'`, and at `//` or `#` where a word could begin. Takes time
 * linear in the length of the line.
 * @throws {ScriptError} if a string is not terminated correctly.
 */
export function tokenizeLine(line: ScriptLine): readonly ScriptToken[] {
  const { text } = line;
  const tokens: ScriptToken[] = [];
  for (let start = skipSpace(text, 0); start < text.length; start = skipSpace(text, tokens.at(-1)?.end ?? 0)) {
    if (text.startsWith("'", start) || text.startsWith('#', start) || text.startsWith('//', start)) break;
    tokens.push(readToken(line, start));
  }
  return tokens;
}

function skipSpace(text: string, start: number): number {
  return findFrom(text, /\S/gu, start);
}

function readToken(line: ScriptLine, start: number): ScriptToken {
  const character = line.text.charAt(start);
  if (character === '"') return readText(line, start);
  if (marks.includes(character)) return { kind: 'mark', value: character, line, start, end: start + 1 };
  const end = findFrom(line.text, /[\s"'[\],]/gu, start);
  return { kind: 'word', value: line.text.slice(start, end), line, start, end };
}

/**
 * Reads a quoted string. Searches for quotes one by one, because a regular expression for the whole string would
 * backtrack.
 */
function readText(line: ScriptLine, start: number): ScriptToken {
  const { text } = line;
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  if (end === -1)
    throw new ScriptError('The closing `"` of this string is missing.', { line, start, end: text.length });
  if (/^[^\s[\],']/u.test(text.slice(end + 1, end + 2))) {
    const json = readJsonText(line, start);
    if (json) return json;
    const help = 'To include a quote in a string, write it twice: `""`.';
    const place = { line, start: end, end: end + 1 };
    throw new ScriptError('The string ends at this quote, but more characters follow directly.', place, help);
  }
  const value = text.slice(start + 1, end).replaceAll('""', '"');
  return { kind: 'text', value, line, start, end: end + 1 };
}

/**
 * Reads a string that contains JSON whose quotes are not doubled. The string ends at the quote after the last bracket.
 */
function readJsonText(line: ScriptLine, start: number): ScriptToken | undefined {
  const { text } = line;
  if (!/^[[{]/u.test(text.slice(start + 1, start + 2))) return undefined;
  let depth = 0;
  let isInString = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (isInString && character === '\\') at++;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && '[{'.includes(character)) depth++;
    else if (!isInString && ']}'.includes(character)) depth--;
    if (depth > 0) continue;
    const end = at + 1;
    const isWhole = text.charAt(end) === '"' && /^(?:\s|$)/u.test(text.slice(end + 1, end + 2));
    return isWhole ? { kind: 'text', value: text.slice(start + 1, end), line, start, end: end + 1 } : undefined;
  }
  return undefined;
}

const marks = '[],';

function findFrom(text: string, pattern: RegExp, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}
