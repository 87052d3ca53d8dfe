import type { SourceLocation } from '../diagnostics/diagnostic.js';
import { readPlainScalar } from './read-plain-scalar.js';

/** Not YAML as most people write it. */
export class PlainYamlFault extends Error {}

/** A place in a text. */
export interface YamlMark {
  readonly position: number;
  readonly line: number;
  readonly column: number;
}

/** Tabs, control characters, other line ends than the usual one, and what begins or ends a document. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const unusual = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|^(?:---|\.\.\.|%)/mu;

const blankLine = / *(?:#[^\n]*)?\n/y;
const spaces = / */y;
const lineEnd = /(?: +#[^\n]*| *)\n/y;
const keyStart = String.raw`[^\s\-?:,[\]{}#&*!|>'"%@\`]`;
const start = String.raw`(?:${keyStart}|-(?=[\w.]))`;
const blockRest = String.raw`[^\n:#]*(?:(?::(?![ \n])|(?<! )#)[^\n:#]*)*`;
const flowRest = String.raw`[^\n,[\]{}:#]*(?:(?::(?![\s,[\]{}])|(?<! )#)[^\n,[\]{}:#]*)*`;
const blockKey = new RegExp(String.raw`${keyStart}${blockRest}(?<! )(?=:[ \n])`, 'y');
const flowKey = new RegExp(String.raw`${keyStart}${flowRest}(?<! )(?=:[ \n])`, 'y');
const blockText = new RegExp(`${start}${blockRest}`, 'y');
const flowText = new RegExp(`${start}${flowRest}`, 'y');
const singleQuoted = /'(?:[^'\n]|'')*'/y;
const doubleQuoted = /"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/y;
const textBlockHeader = /([|>])(-?)(?: +#[^\n]*| *)\n/y;
const wholeLine = /( *)([^\n]*)\n/y;

/** A name that is longer than this is no key to a YAML parser, give or take a few characters. */
const maximalKeyLength = 1000;

/** Goes through a text in words of YAML; throws a {@link PlainYamlFault} for all that is unusual. */
export class PlainYamlText {
  position = 0;
  /** Column, from 0, of the content that is reached; -1 at the end of the text. */
  indent = -1;
  private line = 1;
  private lineStart = 0;
  private readonly file: string;
  private readonly text: string;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text.endsWith('\n') ? text : `${text}\n`;
    if (unusual.test(this.text)) throw new PlainYamlFault();
  }

  isAtEnd(): boolean {
    return this.position === this.text.length;
  }

  isAtItem(): boolean {
    return this.text[this.position] === '-' && /[ \n]/u.test(this.text[this.position + 1] ?? '');
  }

  isAtLineEnd(): boolean {
    const next = this.text[this.position];
    return next === '\n' || (next === '#' && this.text[this.position - 1] === ' ');
  }

  mark(): YamlMark {
    return { position: this.position, line: this.line, column: this.position - this.lineStart + 1 };
  }

  /** The place of what begins at a mark and ends in the same line. */
  locate({ position, line, column }: YamlMark, end: number): SourceLocation {
    return { file: this.file, line, column, length: end - position };
  }

  /** The place of what goes on to the end of its first line, or further. */
  locateLine(begin: YamlMark): SourceLocation {
    return this.locate(begin, this.text.indexOf('\n', begin.position));
  }

  /** The place of what begins at a mark and ends here. */
  locateFrom(begin: YamlMark): SourceLocation {
    return begin.line === this.line ? this.locate(begin, this.position) : this.locateLine(begin);
  }

  /** From the beginning of a line to the next content. */
  skipToContent(): void {
    while (this.match(blankLine) !== undefined) this.beginLine();
    this.match(spaces);
    this.indent = this.isAtEnd() ? -1 : this.position - this.lineStart;
  }

  /** From the end of a value to the next content, in a line below. */
  endLine(): void {
    // A comment has a space before it; that is passed where a value could have stood.
    if (this.text[this.position - 1] === ' ' && this.text[this.position] === '#') this.position -= 1;
    this.expect(lineEnd);
    this.beginLine();
    this.skipToContent();
  }

  /** What separates things between brackets; a line that goes on there is indented. */
  skipFlowSpace(parentIndent: number): void {
    this.match(spaces);
    while (this.readCharacter('\n')) {
      this.beginLine();
      this.match(spaces);
      if (this.text[this.position] === '\n') continue;
      if (this.position - this.lineStart <= parentIndent) throw new PlainYamlFault();
    }
  }

  readCharacter(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  readColon(): void {
    this.position += 1;
    this.match(spaces);
  }

  readDash(): void {
    this.position += 1;
    this.match(spaces);
    this.indent = this.position - this.lineStart;
  }

  /** A key, if one begins here; its colon comes next. */
  readKey(): string | undefined {
    return this.readKeyOf(blockKey);
  }

  readFlowKey(): string | undefined {
    return this.readKeyOf(flowKey);
  }

  private readKeyOf(plain: RegExp): string | undefined {
    const before = this.position;
    const key = this.readQuoted() ?? this.match(plain);
    if (this.position - before > maximalKeyLength) throw new PlainYamlFault();
    if (key !== undefined && /^:[ \n]/u.test(this.text.slice(this.position, this.position + 2))) return key;
    this.position = before;
    return undefined;
  }

  /** @param isInside It stands between brackets. */
  readScalar(isInside: boolean): null | boolean | number | string {
    const quoted = this.readQuoted();
    if (quoted !== undefined) return quoted;
    const begin = this.position;
    // Only where spaces begin is looked for their end: from each of many it would take the square of their number.
    const text = this.expect(isInside ? flowText : blockText).replace(/(?<! ) +$/u, '');
    this.position = begin + text.length;
    const value = readPlainScalar(text);
    if (value === undefined) throw new PlainYamlFault();
    return value;
  }

  private readQuoted(): string | undefined {
    const single = this.match(singleQuoted);
    if (single !== undefined) return single.slice(1, -1).replaceAll("''", "'");
    const double = this.match(doubleQuoted);
    return double === undefined ? undefined : (JSON.parse(double) as string);
  }

  /** The text below a `|` or `>`, if one stands here. Ends at the content after it. */
  readTextBlock(parentIndent: number): string | undefined {
    textBlockHeader.lastIndex = this.position;
    const [header, sign, chomp] = textBlockHeader.exec(this.text) ?? [];
    if (header === undefined) return undefined;
    this.position += header.length;
    this.beginLine();
    const lines = this.readIndented(parentIndent);
    this.skipToContent();
    return (sign === '|' ? lines.join('\n') : foldLines(lines)) + (chomp === '-' ? '' : '\n');
  }

  /** Lines without their indentation, none of them empty at the end. */
  private readIndented(parentIndent: number): readonly string[] {
    const lines: string[] = [];
    let indent: number | undefined;
    let length = 0;
    for (;;) {
      wholeLine.lastIndex = this.position;
      const [whole = '', before = '', content = ''] = wholeLine.exec(this.text) ?? [];
      if (content !== '') indent ??= before.length;
      const isInside = indent === undefined || before.length >= indent;
      if (whole === '' || (content !== '' && !isInside)) break;
      if (content === '' && (indent === undefined ? before !== '' : before.length > indent)) throw new PlainYamlFault();
      lines.push(whole.slice(indent ?? 0, -1));
      if (content !== '') length = lines.length;
      this.position += whole.length;
      this.beginLine();
    }
    if (indent === undefined || indent <= parentIndent) throw new PlainYamlFault();
    return lines.slice(0, length);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  private expect(pattern: RegExp): string {
    const found = this.match(pattern);
    if (found === undefined) throw new PlainYamlFault();
    return found;
  }

  private beginLine(): void {
    this.line += 1;
    this.lineStart = this.position;
  }
}

/** Lines are joined, empty ones are line breaks. */
function foldLines(lines: readonly string[]): string {
  if (lines[0] === '' || lines.some((line) => /^ | $/u.test(line))) throw new PlainYamlFault();
  return lines.join('\n').replace(/\n+/gu, (breaks) => (breaks.length === 1 ? ' ' : breaks.slice(1)));
}
