/** A mistake in YAML: its offsets, a message and a suggested fix, one sentence each. */
export interface YamlMistake {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string | undefined;
  /** Change that the help describes, if it is certain: the text between two offsets is replaced. */
  readonly edit?: { readonly start: number; readonly end: number; readonly by: string } | undefined;
}

/** A line of a YAML file. Offsets are relative to the start of the file. */
export interface YamlLine {
  /** Line number, counted from 1. */
  readonly number: number;
  readonly start: number;
  /** Offset after the last character, excluding the line break. */
  readonly end: number;
  /** Number of leading spaces. */
  readonly indent: number;
  /** Content without leading spaces and trailing white space. */
  readonly content: string;
}

/** A mapping or list whose entries are all in one column. */
export interface BlockLevel {
  readonly kind: 'map' | 'sequence';
  readonly column: number;
  /** Line of the first entry. */
  readonly first: YamlLine;
  /** Line of the last entry. */
  entry: YamlLine;
  entries: number;
  /** Value of the last entry: `plain` text can continue on the next line; `block` text begins with `|` or `>`. */
  value: 'none' | 'plain' | 'block' | 'closed' | 'nested';
  /** Indentation of the text, if `value` is `block`. */
  textIndent?: number | undefined;
  /** First line of the text below its key, if `value` is `plain`. */
  textLine?: YamlLine | undefined;
  /** Blocks to the right that ended at the last entry, outermost first. */
  ended?: readonly BlockLevel[] | undefined;
}

/** Position of an entry: its line, its column, and all lines of the file. */
export interface EntryPlace {
  readonly line: YamlLine;
  readonly column: number;
  readonly lines: readonly YamlLine[];
  /** Most common indentation of a nested block, in spaces. */
  readonly unit?: number;
  /** Column of the block that contains the remaining level. */
  readonly parent?: number;
}

/** Splits file content into lines. */
export function splitLines(text: string): readonly YamlLine[] {
  let start = 0;
  return text.split('\n').map((source, index) => {
    const indent = source.length - source.replace(/^ +/u, '').length;
    const line = { number: index + 1, start, end: start + source.trimEnd().length, indent, content: source.trim() };
    start += source.length + 1;
    // Other white space, such as a tab, counts as content so that it can be reported.
    return { ...line, content: source.slice(indent).trimEnd() };
  });
}

/** Whether a line is blank or a comment. */
export function isEmptyLine({ content }: YamlLine): boolean {
  return content.trim() === '' || content.trimStart().startsWith('#');
}

/** Matches a quoted key with its colon. */
const quotedKey = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?=\s|$)/u;

/** Returns the key at the start of a string and the length including its colon; `undefined` if there is none. */
export function matchKey(content: string): { readonly key: string; readonly length: number } | undefined {
  const [quoted] = quotedKey.exec(content) ?? [];
  if (quoted !== undefined) return { key: quoted.slice(0, -1).trimEnd(), length: quoted.length };
  if (/^(?:[\s#&*!|>'"%@`[\]{},]|[?:-](?:\s|$))/u.test(content)) return undefined;
  const colon = content.search(/:(?:\s|$)/u);
  const comment = content.search(/\s#/u);
  if (colon < 1 || (comment !== -1 && comment < colon)) return undefined;
  return { key: content.slice(0, colon).trimEnd(), length: colon + 1 };
}

/** Whether the rest of a line can follow a value: it is empty or a comment. */
export function isRest(rest: string): boolean {
  return /^(?:\s*|\s+#.*)$/u.test(rest);
}

/** Returns the edit that puts quotes around a text on one line. */
export function quoteEdit(start: number, text: string): NonNullable<YamlMistake['edit']> {
  return { start, end: start + text.length, by: text.includes("'") ? JSON.stringify(text) : `'${text}'` };
}

/** Formats a number of spaces for messages. */
export function countSpaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

/** Formats a truncated piece of text as code for messages. */
export function quotePiece(piece: string): string {
  return `\`${piece.length > 60 ? `${piece.slice(0, 60)}…` : piece}\``;
}
