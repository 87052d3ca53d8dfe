import { ConnectError } from './client.js';

/** Statement in a TOML document: a table header, or a key with its value. Line breaks are not part of it. */
export interface TomlStatement {
  readonly kind: 'table' | 'array-table' | 'key';
  /** Parts of the dotted name: the full name of a table, or a key as written in its table. */
  readonly name: readonly string[];
  /** Source of the value, without surrounding white space and comments; `''` for a table. */
  readonly value: string;
  readonly start: number;
  /** End of the statement, excluding a comment. */
  readonly end: number;
  /** End of the last line: the offset of the line break or of the end of the document. */
  readonly lineEnd: number;
}

/**
 * Splits a TOML document into statements. Values are not interpreted: only the ends of strings, arrays and inline
 * tables are found.
 * @see https://toml.io/en/v1.0.0
 * @throws {ConnectError} if the document cannot be split.
 */
export function scanToml(text: string): readonly TomlStatement[] {
  const statements: TomlStatement[] = [];
  let offset = 0;
  while (offset < text.length) {
    const start = skip(text, offset, /[ \t\r\n]*/uy);
    if (start === text.length) break;
    offset = text[start] === '#' ? skip(text, start, comment) : scanStatement(text, start, statements);
  }
  return statements;
}

const comment = /#[^\r\n]*/uy;
const blanks = /[ \t]*/uy;

/** Reads one statement and returns the end of its line. */
function scanStatement(text: string, start: number, statements: TomlStatement[]): number {
  const kind = text.startsWith('[[', start) ? 'array-table' : text[start] === '[' ? 'table' : 'key';
  const brackets = kind === 'key' ? 0 : kind === 'table' ? 1 : 2;
  const { name, end: nameEnd } = scanName(text, skip(text, start + brackets, blanks));
  let end: number;
  let value = '';
  if (kind === 'key') {
    if (text[nameEnd] !== '=') fail(text, nameEnd);
    const valueStart = skip(text, nameEnd + 1, blanks);
    end = scanValue(text, valueStart);
    value = text.slice(valueStart, end);
  } else {
    end = nameEnd + brackets;
    if (text.slice(nameEnd, end) !== ']'.repeat(brackets)) fail(text, nameEnd);
  }
  const lineEnd = skip(text, skip(text, end, blanks), comment);
  if (lineEnd < text.length && !/^\r?\n/u.test(text.slice(lineEnd, lineEnd + 2))) fail(text, lineEnd);
  statements.push({ kind, name, value, start, end, lineEnd });
  return lineEnd;
}

/** Reads a dotted name. `end` is after the white space that follows the name. */
function scanName(text: string, start: number): { readonly name: readonly string[]; readonly end: number } {
  const name: string[] = [];
  let offset = start;
  for (;;) {
    const end = scanString(text, offset) ?? skip(text, offset, /[\w-]+/uy);
    if (end === offset) fail(text, offset);
    name.push(readKey(text.slice(offset, end), text, offset));
    offset = skip(text, end, blanks);
    if (text[offset] !== '.') return { name, end: offset };
    offset = skip(text, offset + 1, blanks);
  }
}

function readKey(key: string, text: string, offset: number): string {
  if (key.startsWith("'")) return key.slice(1, -1);
  if (!key.startsWith('"')) return key;
  try {
    return JSON.parse(key) as string;
  } catch {
    // JSON does not support this escape, and no server name needs it.
    return fail(text, offset);
  }
}

/** Returns the end of a value. Arrays, inline tables and strings can span several lines. */
function scanValue(text: string, start: number): number {
  const open: string[] = [];
  let offset = start;
  while (offset < text.length) {
    const character = text[offset] ?? '';
    const stringEnd = scanString(text, offset);
    if (stringEnd !== undefined) {
      offset = stringEnd;
    } else if (character === '[' || character === '{') {
      open.push(character === '[' ? ']' : '}');
      offset++;
    } else if (open.length > 0 && character === open.at(-1)) {
      open.pop();
      offset++;
    } else if (character === '#' || character === '\n') {
      if (open.length === 0) break;
      offset = character === '#' ? skip(text, offset, comment) : offset + 1;
    } else {
      offset++;
    }
  }
  const end = start + text.slice(start, offset).trimEnd().length;
  if (open.length > 0 || end === start) fail(text, start);
  return end;
}

/** Returns the end of the string that begins at an offset; `undefined` if no string begins there. */
function scanString(text: string, offset: number): number | undefined {
  const quote = text[offset];
  if (quote !== '"' && quote !== "'") return undefined;
  const isLong = text.startsWith(quote.repeat(3), offset);
  const pattern = quote === '"' ? (isLong ? longBasic : basic) : isLong ? longLiteral : literal;
  const end = skip(text, offset, pattern);
  return end === offset ? fail(text, offset) : end;
}

const basic = /"(?:[^"\\\n]|\\.)*"/uy;
const literal = /'[^'\n]*'/uy;
// Up to two quotes can directly precede the closing quotes.
const longBasic = /"""(?:[^"\\]|\\[^]|"{1,2}(?!"))*"{3,5}/uy;
const longLiteral = /'''(?:[^']|'{1,2}(?!'))*'{3,5}/uy;

/** Returns the end of the match of a sticky pattern; the offset itself if the pattern does not match. */
function skip(text: string, offset: number, pattern: RegExp): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

function fail(text: string, offset: number): never {
  throw new ConnectError(`it is not valid TOML (line ${text.slice(0, offset).split('\n').length})`);
}
