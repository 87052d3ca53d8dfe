/** A mistake in YAML text: its offsets, one sentence that says what is wrong, and one that says how to fix it. */
export interface YamlMistake {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string | undefined;
}

/** A line of text. Offsets count in the whole text. */
export interface YamlLine {
  /** Counts from 1. */
  readonly number: number;
  readonly start: number;
  /** Offset after the last character, line break excluded. */
  readonly end: number;
  /** Leading spaces. */
  readonly indent: number;
  /** Text without leading spaces and trailing white space. */
  readonly content: string;
}

/** A mapping or a list whose entries stand in one column. */
export interface BlockLevel {
  readonly kind: 'map' | 'sequence';
  readonly column: number;
  /** Line of the first entry. */
  readonly first: YamlLine;
  /** Line of the last entry. */
  entry: YamlLine;
  entries: number;
  /** Value of the last entry: `plain` text may go on in the next line, `block` text begins with `|` or `>`. */
  value: 'none' | 'plain' | 'block' | 'closed' | 'nested';
  /** Indentation of the text in `block`. */
  textIndent?: number | undefined;
  /** The line of `plain` text that begins in a line of its own. */
  textLine?: YamlLine | undefined;
  /** Blocks right of this one that the last entry has ended, outermost first. */
  ended?: readonly BlockLevel[] | undefined;
}

/** Where an entry stands: its line, its column, all lines. */
export interface EntryPlace {
  readonly line: YamlLine;
  readonly column: number;
  readonly lines: readonly YamlLine[];
  /** The usual number of spaces between a block and the one in it. */
  readonly unit?: number;
  /** Column of the block around the level that remains. */
  readonly parent?: number;
}

/** Splits a text into lines. */
export function splitLines(text: string): readonly YamlLine[] {
  let start = 0;
  return text.split('\n').map((source, index) => {
    const indent = source.length - source.replace(/^ +/u, '').length;
    const line = { number: index + 1, start, end: start + source.trimEnd().length, indent, content: source.trim() };
    start += source.length + 1;
    // A tab or another space is content, so that it can be reported.
    return { ...line, content: source.slice(indent).trimEnd() };
  });
}

/** Whether a line has neither data nor text: it is blank or a comment. */
export function isEmptyLine({ content }: YamlLine): boolean {
  return content.trim() === '' || content.trimStart().startsWith('#');
}

/** A quoted key with its colon. */
const quotedKey = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?=\s|$)/u;

/** The key that a text begins with, and the length up to the end of its colon; `undefined` when there is none. */
export function matchKey(content: string): { readonly key: string; readonly length: number } | undefined {
  const [quoted] = quotedKey.exec(content) ?? [];
  if (quoted !== undefined) return { key: quoted.slice(0, -1).trimEnd(), length: quoted.length };
  if (/^(?:[\s#&*!|>'"%@`[\]{},]|[?:-](?:\s|$))/u.test(content)) return undefined;
  const colon = content.search(/:(?:\s|$)/u);
  const comment = content.search(/\s#/u);
  if (colon < 1 || (comment !== -1 && comment < colon)) return undefined;
  return { key: content.slice(0, colon).trimEnd(), length: colon + 1 };
}

/** Whether a text is empty or a comment: what may follow a value on its line. */
export function isRest(rest: string): boolean {
  return /^(?:\s*|\s+#.*)$/u.test(rest);
}

/** A number of spaces, for messages. */
export function countSpaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

/** A piece of the text, as code and not too long, for messages. */
export function quotePiece(piece: string): string {
  return `\`${piece.length > 60 ? `${piece.slice(0, 60)}…` : piece}\``;
}
