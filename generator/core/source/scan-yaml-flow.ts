import { restOf, scanQuoted, type ScannedValue, type ValuePlace } from './scan-yaml-value.js';
import { isRest, type YamlLine, type YamlMistake } from './yaml-mistake.js';

/** An open bracket. */
interface OpenBracket {
  readonly start: number;
  readonly close: ']' | '}';
  /** Content since the last comma: nothing, plain text or a complete value. */
  item: 'none' | 'plain' | 'complete';
  itemStart: number;
  /** Number of colons since the last comma. */
  colons: number;
}

/** Scans the `[…]` or `{…}` at an offset, which can span lines. */
export function scanFlow(place: ValuePlace, start: number): ScannedValue {
  return new FlowScanner(place, start).scan();
}

/** Returns a mistake if other text follows a closing bracket on the same line; otherwise `undefined`. */
export function checkAfterFlow({ text }: ValuePlace, start: number, end: number): YamlMistake | undefined {
  const rest = restOf(text, end);
  if (isRest(rest)) return undefined;
  const extra = rest.trimStart();
  const at = end + rest.length - extra.length;
  const first = extra.charAt(0);
  const place = { start: at, end: at + 1 };
  if (first === ']' || first === '}') {
    return { ...place, message: `Unmatched \`${first}\`.`, help: 'Remove it.', edit: { ...place, by: '' } };
  }
  if (extra.trimEnd() === ',') {
    const message = 'A comma cannot follow this value.';
    return { ...place, message, help: 'Remove the comma.', edit: { ...place, by: '' } };
  }
  const message = `A value that begins with \`${text.slice(start, start + 2) === '{{' ? '{{' : text.charAt(start)}\` ends at its closing bracket, but more text follows on this line.`;
  return {
    start: at,
    end: at + extra.trimEnd().length,
    message,
    help: 'If this is text, put quotes around all of it.',
  };
}

/** Maximum number of characters to search backward for the start of a key. */
const maxKeyLength = 200;

class FlowScanner {
  private readonly place: ValuePlace;
  private readonly open: OpenBracket[] = [];
  private at: number;
  private line: number;

  constructor(place: ValuePlace, start: number) {
    this.place = place;
    this.at = start;
    this.line = place.line;
  }

  scan(): ScannedValue {
    const { text } = this.place;
    while (this.at < text.length) {
      const slip = this.step(text.charAt(this.at));
      if (slip) return { slip };
      if (this.open.length === 0) return { end: this.at };
    }
    return { slip: this.unclosed() };
  }

  private step(character: string): YamlMistake | undefined {
    if (character === '\n') return this.enterLine();
    if (/\s/u.test(character)) return this.skipSpace();
    if (character === '#' && /\s/u.test(this.place.text.charAt(this.at - 1))) {
      return this.skip(restOf(this.place.text, this.at).length);
    }
    if (character === '[' || character === '{') return this.begin(character);
    if (character === ']' || character === '}') return this.close(character);
    if (character === ',') return this.separate();
    const current = this.current();
    if (character === ':' && this.isColon(current)) {
      current.colons += 1;
      if (current.colons > 1) return this.missingComma();
      current.item = 'none';
      current.itemStart = this.at + 1;
      return this.skip(1);
    }
    if (current.item === 'complete') return this.missingComma();
    if (current.item === 'none' && (character === '"' || character === "'")) return this.readQuoted(current);
    if (current.item === 'none') current.itemStart = this.at;
    current.item = 'plain';
    return this.skip(1);
  }

  /** Skips white space, and anchors, tags and `?`, which do not count as values. */
  private skipSpace(): undefined {
    const { text } = this.place;
    const current = this.current();
    const isProperty = current.item === 'plain' && /[&!?]/u.test(text.charAt(current.itemStart));
    if (isProperty && !/\s/u.test(text.slice(current.itemStart, this.at))) current.item = 'none';
    return this.skip(1);
  }

  private isColon({ item }: OpenBracket): boolean {
    return item === 'complete' || /^[\s,[\]{}]?$/u.test(this.place.text.charAt(this.at + 1));
  }

  private current(): OpenBracket {
    return this.open.at(-1) as OpenBracket;
  }

  private skip(length: number): undefined {
    this.at += length;
  }

  /** Enters the next line. A line that is not indented further than the key ends the collection. */
  private enterLine(): YamlMistake | undefined {
    this.at += 1;
    this.line += 1;
    const { lines, parent } = this.place;
    const line = lines[this.line] as YamlLine | undefined;
    if (!line || line.content === '' || line.indent > parent || /^[\]}#]/u.test(line.content)) return undefined;
    return this.unclosed();
  }

  private begin(character: '[' | '{'): YamlMistake | undefined {
    const outer = this.open.at(-1);
    if (outer?.item === 'complete') return this.missingComma();
    if (outer?.item === 'plain') {
      const message = `Unquoted text in \`${outer.close === ']' ? '[…]' : '{…}'}\` cannot contain \`${character}\`.`;
      return { start: outer.itemStart, end: this.at + 1, message, help: 'Put quotes around this text.' };
    }
    const close = character === '[' ? ']' : '}';
    this.open.push({ start: this.at, close, item: 'none', itemStart: this.at + 1, colons: 0 });
    return this.skip(1);
  }

  private close(character: ']' | '}'): YamlMistake | undefined {
    const { close, start } = this.current();
    if (character !== close) {
      const message = `\`${this.place.text.charAt(start)}\` is closed by \`${character}\`.`;
      const place = { start: this.at, end: this.at + 1 };
      return { ...place, message, help: `Write \`${close}\`.`, edit: { ...place, by: close } };
    }
    this.open.pop();
    const outer = this.open.at(-1);
    if (outer) outer.item = 'complete';
    return this.skip(1);
  }

  private separate(): YamlMistake | undefined {
    const current = this.current();
    if (current.item === 'none' && current.colons === 0) {
      const message = 'An item is missing before this comma.';
      const place = { start: this.at, end: this.at + 1 };
      return { ...place, message, help: 'Remove the comma.', edit: { ...place, by: '' } };
    }
    Object.assign(current, { item: 'none', itemStart: this.at + 1, colons: 0 });
    return this.skip(1);
  }

  private readQuoted(current: OpenBracket): YamlMistake | undefined {
    const start = this.at;
    const scanned = scanQuoted({ ...this.place, line: this.line }, start);
    if ('slip' in scanned) return scanned.slip;
    const { text } = this.place;
    const quoted = text.slice(start, scanned.end);
    this.line += quoted.split('\n').length - 1;
    this.at = scanned.end;
    Object.assign(current, { item: 'complete', itemStart: start });
    // A string without a closing quote seems to end at the next quote, but is then followed by words.
    if (!quoted.includes('\n') || !/^\s*[^\s,:\]}#]/u.test(restOf(text, this.at))) return undefined;
    const end = start + restOf(text, start).trimEnd().length;
    const quote = quoted.charAt(0);
    return {
      start,
      end,
      message: `The closing ${quote} of this string is missing.`,
      help: `Add ${quote} at the end of the string.`,
    };
  }

  /**
   * Describes the mistake that a comma is missing between two values. In plain text, the second value starts at the last
   * word before a colon.
   */
  private missingComma(): YamlMistake {
    const { text } = this.place;
    const current = this.current();
    const plain = text.slice(Math.max(current.itemStart, this.at - maxKeyLength), this.at);
    const word = lastWord(plain);
    const start = current.item === 'plain' && current.colons > 1 ? this.at - word.length : this.at;
    const end = start + Math.max(1, /^[^\s,\]}]*/u.exec(restOf(text, start))?.[0].length ?? 1);
    const first = this.place.lines[this.place.line] as YamlLine;
    const isOpen = current.start < first.end && start > first.end;
    const bracket = `\`${text.charAt(current.start)}\` on line ${first.number}`;
    const message = isOpen
      ? `A comma is missing before this value: the ${bracket} is still open.`
      : 'A comma is missing before this.';
    const help = isOpen
      ? 'Put a comma between the two values, or close the bracket.'
      : 'Put a comma between the two values.';
    return { start, end, message, help };
  }

  private unclosed(): YamlMistake {
    const { start, close } = this.current();
    const end = start + restOf(this.place.text, start).trimEnd().length;
    const message = `The closing \`${close}\` for this \`${this.place.text.charAt(start)}\` is missing.`;
    return { start, end, message, help: `Add \`${close}\` after the last value.` };
  }
}

/** Returns the last word of a string with the white space after it; `''` if the string ends with a quote. */
function lastWord(text: string): string {
  const end = text.trimEnd().length;
  let begin = end;
  while (begin > 0 && !/[\s"']/u.test(text.charAt(begin - 1))) begin -= 1;
  return begin === end ? '' : text.slice(begin);
}
