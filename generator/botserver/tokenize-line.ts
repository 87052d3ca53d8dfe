/** A token of a script line: a word, a text between double quotes, or one of the marks `[`, `]` and `,`. */
export interface ScriptToken {
  readonly kind: 'word' | 'text' | 'mark';
  /** As written. A text has no outer quotes, and `""` inside it is one quote. */
  readonly value: string;
  /** Offsets in the line, in code units; `end` is behind the last one. */
  readonly start: number;
  readonly end: number;
}

/** Tokens of a line, up to a comment or an error. */
export interface ScriptLine {
  readonly tokens: readonly ScriptToken[];
  readonly fault?: ScriptFault;
}

/** An error in a line, with its offsets in code units. */
export interface ScriptFault {
  readonly message: string;
  readonly help?: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a line of a script into tokens. A comment begins at `'`, and at `//` or `#` where a word could begin. Never
 * throws, and takes time linear in the length of the line.
 */
export function tokenizeLine(line: string): ScriptLine {
  const tokens: ScriptToken[] = [];
  let position = 0;
  while (position < line.length) {
    const character = line.charAt(position);
    if (isSpace(character)) {
      position++;
    } else if (isComment(line, position)) {
      break;
    } else {
      const token = readToken(line, position, character);
      if (!('kind' in token)) return { tokens, fault: token };
      tokens.push(token);
      position = token.end;
    }
  }
  return { tokens };
}

function readToken(line: string, start: number, character: string): ScriptToken | ScriptFault {
  if (character === '"') return readText(line, start);
  if (marks.includes(character)) return { kind: 'mark', value: character, start, end: start + 1 };
  const end = findWordEnd(line, start);
  return { kind: 'word', value: line.slice(start, end), start, end };
}

/** Searches for quotes one by one: a regular expression for the whole text would backtrack. */
function readText(line: string, start: number): ScriptToken | ScriptFault {
  let end = line.indexOf('"', start + 1);
  while (end !== -1 && line.charAt(end + 1) === '"') end = line.indexOf('"', end + 2);
  if (end === -1) {
    return { message: 'This text does not end: a `"` is missing.', start, end: line.length };
  }
  const next = line.charAt(end + 1);
  if (next !== '' && !isSpace(next) && !marks.includes(next) && next !== "'") {
    const help = 'A quote inside a text is written twice: `""`.';
    return { message: 'The text ends at this quote, and more follows at once.', help, start: end, end: end + 1 };
  }
  return { kind: 'text', value: line.slice(start + 1, end).replaceAll('""', '"'), start, end: end + 1 };
}

const marks = '[],';

function isSpace(character: string): boolean {
  return character.trim() === '';
}

function isComment(line: string, position: number): boolean {
  return line.startsWith("'", position) || line.startsWith('#', position) || line.startsWith('//', position);
}

function findWordEnd(line: string, start: number): number {
  const delimiter = /[\s"'[\],]/gu;
  delimiter.lastIndex = start;
  return delimiter.exec(line)?.index ?? line.length;
}
