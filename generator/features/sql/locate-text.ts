import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { ScalarNode } from '../../core/source/source-node.js';

/** Character of a value with the offset where it is written. */
interface WrittenCharacter {
  readonly character: string;
  readonly offset: number;
}

/**
 * Returns the location of a piece of a string value in its file: the place of its first character, in a block, quoted
 * or plain scalar of YAML or JSON. Returns the location of the whole value if the piece is not found.
 *
 * @param source Content of the file.
 * @param piece Offset and length in the value, in UTF-16 code units.
 */
export function locateText(
  { value, location }: ScalarNode,
  source: string,
  piece: { readonly offset: number; readonly length: number },
): SourceLocation {
  const text = String(value);
  const lines = source.split('\n');
  const start = lines.slice(0, location.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + location.column - 1;
  // Line breaks and indentation are changed when YAML is read; other characters are not, except in quotes.
  const index = countInk(text.slice(0, piece.offset));
  const ink = [...text.slice(piece.offset).matchAll(/\S/gu)][0];
  const found = readWritten(source, start, index);
  if (!found || found.character !== ink?.[0]) return location;
  const before = source.slice(0, found.offset);
  const line = before.split('\n').length;
  const column = found.offset - before.lastIndexOf('\n');
  const rest = (lines[line - 1] ?? '').slice(column - 1).trimEnd();
  const skipped = ink.index;
  const length = Math.max(1, Math.min(piece.length - skipped, rest.length));
  return { ...location, line, column, length };
}

function countInk(text: string): number {
  return [...text.matchAll(/\S/gu)].length;
}

/** Returns the character of a scalar with an index that counts all characters but white space. */
function readWritten(source: string, start: number, index: number): WrittenCharacter | undefined {
  const quote = source[start] ?? '';
  let offset = /['"]/u.test(quote) ? start + 1 : start;
  // The first line of a block scalar is its header.
  if (/[|>]/u.test(quote)) offset = source.indexOf('\n', start) + 1;
  let count = 0;
  while (offset < source.length) {
    const { character, length } = readCharacter(source, offset, quote);
    if (/\S/u.test(character)) {
      if (count === index) return { character, offset };
      count += 1;
    }
    offset += length;
  }
  return undefined;
}

/** Reads a character as it is in the value. */
function readCharacter(source: string, offset: number, quote: string) {
  const text = source.slice(offset, offset + 10);
  if (quote === "'" && text.startsWith("''")) return { character: "'", length: 2 };
  if (quote !== '"' || !text.startsWith('\\')) {
    const [character = ' '] = text;
    return { character, length: character.length };
  }
  const [escaped = '\\', hex] = /^\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|[^])/iu.exec(text) ?? [];
  const code = hex ?? /^\\[uU]([\da-f]+)/u.exec(escaped)?.[1];
  if (code !== undefined) return { character: String.fromCodePoint(Number.parseInt(code, 16)), length: escaped.length };
  return { character: /^\\[\\"/]/u.test(escaped) ? (escaped[1] ?? ' ') : ' ', length: escaped.length };
}
