import { cutComment } from './cut-comment.js';
import { checkAfterFlow, scanFlow } from './scan-yaml-flow.js';
import { checkAfterQuoted, scanQuoted, type ScannedValue, type ValuePlace } from './scan-yaml-value.js';
import { misplacedEntry, misplacedItem } from './yaml-indentation.js';
import { explainText } from './yaml-text-line.js';
import {
  countSpaces,
  isEmptyLine,
  isRest,
  matchKey,
  quoteEdit,
  quotePiece,
  splitLines,
  type BlockLevel,
  type YamlLine,
  type YamlMistake,
} from './yaml-mistake.js';

/**
 * Finds the first mistake in YAML that the YAML library rejects. Supports the block structure of ordinary files; stops
 * at rare constructs, such as complex keys or multiple documents.
 * @returns `undefined` if no mistake is recognized.
 */
export function scanYaml(text: string): YamlMistake | undefined {
  return new BlockScanner(text).scan();
}

/** Thrown to end the scan, with a mistake or at an unsupported construct. */
class ScanEnd extends Error {
  readonly slip: YamlMistake | undefined;

  constructor(slip?: YamlMistake) {
    super('The YAML scan has ended.');
    this.slip = slip;
  }
}

class BlockScanner {
  private readonly text: string;
  private readonly lines: readonly YamlLine[];
  private readonly levels: BlockLevel[] = [];
  /** Number of blocks by indentation step, in spaces. */
  private readonly steps = new Map<number, number>();
  /** Index of the current line. */
  private index = 0;

  constructor(text: string) {
    this.text = text;
    this.lines = splitLines(text);
  }

  scan(): YamlMistake | undefined {
    try {
      for (; this.index < this.lines.length; this.index++) this.readLine(this.lines[this.index] as YamlLine);
    } catch (error) {
      if (error instanceof ScanEnd) return error.slip;
      throw error;
    }
    return undefined;
  }

  private readLine(line: YamlLine): void {
    if (isEmptyLine(line)) return;
    this.checkMarker(line);
    if (/^(?:---|\.\.\.)(?:\s|$)/u.test(line.content) && line.indent === 0) {
      // A second document is reported elsewhere.
      if (this.levels.length > 0 || line.content !== '---') throw new ScanEnd();
      return;
    }
    if (line.content.startsWith('%') && this.levels.length === 0) return;
    this.readContent(line, line.indent, true);
  }

  /** Reports white space and lines that YAML does not allow. */
  private checkMarker({ content, start, end, indent, number }: YamlLine): void {
    const range = { start: start + indent, end: start + indent + 1 };
    const isContinuation = this.levels.at(-1)?.value === 'plain' && indent > (this.levels.at(-1)?.column ?? 0);
    if (content.startsWith('\t') && !isContinuation) {
      const others = this.lines.slice(number).filter((line) => /^ *\t\s*\S/u.test(line.content)).length;
      const more =
        others === 0 ? '' : `, as ${others === 1 ? 'is' : 'are'} ${others} more ${others === 1 ? 'line' : 'lines'}`;
      const message = `This line is indented with a tab${more}. YAML requires spaces.`;
      throw new ScanEnd({ ...range, message, help: 'Replace each tab with 2 spaces.' });
    }
    if (/^(?!\ufeff)[^\S \n\r\t]/u.test(content)) {
      const message = 'This line is indented with a special space, such as a no-break space.';
      throw new ScanEnd({ ...range, message, help: 'Replace it with an ordinary space.' });
    }
    if (indent > 0) return;
    if (/^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/u.test(content)) {
      const help = 'Keep one of the two versions, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`.';
      throw new ScanEnd({ start, end, message: 'Unresolved merge conflict.', help });
    }
    if (content.startsWith('```')) {
      throw new ScanEnd({ start, end, message: 'This is a Markdown code fence.', help: 'Remove the line.' });
    }
  }

  /** Reads list dashes, a key and its value. `isFirst`: the content is the first on its line. */
  private readContent(line: YamlLine, column: number, isFirst: boolean): void {
    const content = line.content.slice(column - line.indent);
    const [dash] = /^-(?:\s+|$)/u.exec(content) ?? [];
    if (dash !== undefined) {
      if (isFirst && this.continues(column, line, content)) return;
      this.placeItem(line, column);
      const rest = content.slice(dash.length);
      if (rest !== '' && !rest.startsWith('#')) this.readContent(line, column + dash.length, false);
      return;
    }
    if (/^(?:\?(?:\s|$)|[&!]\S*\s+\S.*:(?:\s|$))/u.test(content)) throw new ScanEnd();
    const found = matchKey(content);
    if (!found) return this.readText(line, column, content, isFirst);
    this.placeKey(line, column, isFirst);
    const rest = content.slice(found.length);
    const value = rest.trimStart();
    this.readValue(line, column + found.length + rest.length - value.length, found.key);
  }

  /** Whether a line that looks like a list item continues the preceding text. */
  private continues(column: number, line: YamlLine, content: string): boolean {
    const top = this.levels.at(-1);
    if (!top || top.value !== 'plain' || column <= top.column) return false;
    if (top.kind === 'map') return !matchKey(content);
    throw new ScanEnd(misplacedItem({ line, column, lines: this.lines }, [], top));
  }

  private placeKey(line: YamlLine, column: number, isFirst: boolean): void {
    this.place('map', line, column, isFirst);
  }

  private placeItem(line: YamlLine, column: number): void {
    const top = this.levels.at(-1);
    // List items can be in the same column as their key.
    const isCompact = top?.kind === 'map' && top.column === column && top.value === 'none';
    if (isCompact) this.push('sequence', line, column);
    else this.place('sequence', line, column, true);
  }

  /** Adds a key or item to the block in its column, or starts a new block. */
  private place(kind: BlockLevel['kind'], line: YamlLine, column: number, isFirst: boolean): void {
    const popped: BlockLevel[] = [];
    while ((this.levels.at(-1)?.column ?? -1) > column) popped.unshift(this.levels.pop() as BlockLevel);
    let top = this.levels.at(-1);
    const below = this.levels.at(-2);
    if (kind === 'map' && top?.kind === 'sequence' && top.column === column && below?.column === column) {
      this.levels.pop();
      top = below;
    }
    if (!top || (column > top.column && top.value === 'none' && popped.length === 0)) {
      if (popped.length > 0) throw new ScanEnd();
      return this.push(kind, line, column, isFirst);
    }
    if (top.column === column && top.kind === kind) {
      top.entries += 1;
      Object.assign(top, { value: 'none', entry: line, textLine: undefined, ended: popped });
      return;
    }
    const place = { line, column, lines: this.lines, unit: this.unit(), parent: this.levels.at(-2)?.column ?? -1 };
    throw new ScanEnd(kind === 'map' ? misplacedEntry(place, popped, top) : misplacedItem(place, popped, top));
  }

  private push(kind: BlockLevel['kind'], line: YamlLine, column: number, isFirst = true): void {
    const top = this.levels.at(-1);
    if (top) {
      top.value = 'nested';
      const step = column - top.column;
      if (isFirst && step > 0) this.steps.set(step, (this.steps.get(step) ?? 0) + 1);
    }
    this.levels.push({ kind, column, first: line, entry: line, entries: 1, value: 'none' });
  }

  /** Returns the most common indentation of a nested block, in spaces. */
  private unit(): number {
    return [...this.steps].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 2;
  }

  /** Reads a line or item without a key: a value on its own line, a continuation of text, or a mistake. */
  private readText(line: YamlLine, column: number, content: string, isFirst: boolean): void {
    const top = this.levels.at(-1);
    if (!top) return this.readRoot(line, content);
    if (isFirst && top.value === 'plain' && column > top.column) return;
    if (column > top.column && top.value === 'none') {
      top.textLine = isFirst ? line : undefined;
      return this.readValue(line, column);
    }
    throw new ScanEnd(explainText({ line, column, lines: this.lines }, this.levels));
  }

  /**
   * Reads a root without a key. A file that begins with text is not a definition; a file that begins with a bracket
   * resembles JSON.
   */
  private readRoot(line: YamlLine, content: string): void {
    if (!/^[[{]/u.test(content)) throw new ScanEnd();
    this.finish(scanFlow(this.valuePlace(-1), line.start + line.indent), checkAfterFlow, line.start + line.indent);
    throw new ScanEnd();
  }

  /** Reads the value at a column of a line, up to the value's last line. */
  private readValue(line: YamlLine, column: number, key?: string): void {
    const top = this.levels.at(-1) as BlockLevel;
    const whole = line.content.slice(column - line.indent);
    const [properties = ''] = /^(?:[&!]\S*(?:\s+|$))*/u.exec(whole) ?? [];
    const value = whole.slice(properties.length);
    if (value === '' || value.startsWith('#')) return;
    const start = line.start + column + properties.length;
    const first = value.charAt(0);
    const place = this.valuePlace(top.column);
    top.value = 'closed';
    if (first === '"' || first === "'") return this.finish(scanQuoted(place, start), checkAfterQuoted, start);
    if (first === '[' || first === '{') return this.finish(scanFlow(place, start), checkAfterFlow, start);
    if (first === '|' || first === '>') return this.readBlockScalar(start, value, top);
    const slip = checkPlain(value, start, key);
    if (slip) throw new ScanEnd(this.hasMoreLines(top.column) ? { ...slip, edit: undefined } : slip);
    if (first !== '*') top.value = 'plain';
  }

  /** Whether the next line is part of the value on this line. */
  private hasMoreLines(column: number): boolean {
    const next = this.lines.slice(this.index + 1, this.index + 50).find((line) => line.content !== '');
    return next !== undefined && next.indent > column;
  }

  private valuePlace(parent: number): ValuePlace {
    return { text: this.text, lines: this.lines, line: this.index, parent };
  }

  /** Continues after a quoted string or a closing bracket. */
  private finish(
    scanned: ScannedValue,
    check: (place: ValuePlace, start: number, end: number) => YamlMistake | undefined,
    start: number,
  ): void {
    if ('slip' in scanned) throw new ScanEnd(scanned.slip);
    const slip = check(this.valuePlace(-1), start, scanned.end);
    if (slip) throw new ScanEnd(slip);
    while ((this.lines[this.index + 1]?.start ?? Number.POSITIVE_INFINITY) < scanned.end) this.index += 1;
  }

  private readBlockScalar(start: number, value: string, top: BlockLevel): void {
    const [header = ''] = /^[|>](?:[+-]?[1-9]?|[1-9][+-]?)(?=\s|$)/u.exec(value) ?? [];
    if (header === '' || !isRest(value.slice(header.length))) {
      const text = value.replace(/^[|>](?:[+-]?[1-9]?|[1-9][+-]?)(?:\s|$)/u, '').trimStart();
      const end = start + value.length;
      const message = `Text cannot follow \`${value.charAt(0)}\` on the same line.`;
      throw new ScanEnd({ start: end - text.length, end, message, help: 'Begin the text on the next line.' });
    }
    top.value = 'block';
    top.textIndent = undefined;
    const explicit = /[1-9]/u.exec(header)?.[0];
    if (explicit !== undefined) top.textIndent = Math.max(0, top.column) + Number(explicit);
    for (; this.index + 1 < this.lines.length; this.index++) {
      const next = this.lines[this.index + 1] as YamlLine;
      if (next.content === '' || (next.indent >= (top.textIndent ?? top.column + 1) && next.indent > top.column)) {
        if (next.content !== '') top.textIndent ??= next.indent;
        continue;
      }
      if (next.indent > top.column && top.textIndent !== undefined && !next.content.startsWith('#')) {
        const message = `This line is indented by ${countSpaces(next.indent)}, but the preceding text is indented by ${top.textIndent}.`;
        const help = `Indent it by at least ${top.textIndent} spaces.`;
        throw new ScanEnd({ start: next.start + next.indent, end: next.end, message, help });
      }
      return;
    }
  }
}

/** Reports unquoted text that YAML does not read as text. */
function checkPlain(value: string, start: number, key: string | undefined): YamlMistake | undefined {
  const end = start + value.length;
  const first = value.charAt(0);
  const text = cutComment(value);
  const edit = quoteEdit(start, text.trimEnd());
  if (/^[@`%]/u.test(value)) {
    return { start, end, message: `Text cannot begin with ${first} in YAML.`, help: 'Put quotes around it.', edit };
  }
  if (first === '*' && !/^\*[^\s,[\]{}*]+\s*(?:\s#.*)?$/u.test(value)) {
    const isBullet = /^\*\s/u.test(value);
    const message = isBullet
      ? 'A list item begins with `- `, not `* `.'
      : 'YAML reads text that begins with `*` as an alias.';
    if (isBullet) return { start, end, message, help: 'Write `-` instead of `*`.' };
    return { start, end, message, help: 'Put quotes around it.', edit };
  }
  if (key !== undefined && /^-(?:\s|$)/u.test(value)) {
    const help = 'Begin the list on the next line, or write it as `[a, b]`.';
    return { start, end, message: `A list item cannot be on the same line as its key ${quotePiece(key)}.`, help };
  }
  if (key !== undefined && /^\?\s/u.test(value)) {
    return { start, end, message: 'Text cannot begin with `? ` in YAML.', help: 'Put quotes around it.', edit };
  }
  const colon = key === undefined ? -1 : text.search(/:(?:\s|$)/u);
  if (colon === -1) return undefined;
  const message = 'Text that contains a colon followed by a space, or ends with a colon, needs quotes.';
  return { start: start + colon, end: start + colon + 1, message, help: 'Put quotes around the whole text.', edit };
}
