import { isRest, matchKey, type YamlLine, type YamlMistake } from './yaml-mistake.js';

/** End of a value (the offset after its last character), or the first mistake in it. */
export type ScannedValue = { readonly end: number } | { readonly slip: YamlMistake };

/** Position of a value: the lines of the whole file, and the column that the value's lines must exceed. */
export interface ValuePlace {
  readonly text: string;
  readonly lines: readonly YamlLine[];
  /** Index of the line on which the value begins. */
  readonly line: number;
  /** Column of the key or dash that the value belongs to; -1 at the root. */
  readonly parent: number;
}

/** Scans the quoted string at an offset, which can span lines. */
export function scanQuoted(place: ValuePlace, start: number): ScannedValue {
  const { text } = place;
  const quote = text.charAt(start);
  const end = findQuote(text, start, quote);
  const stray = findUnindented(place, start, end ?? text.length);
  if (end === undefined || stray) {
    const isText = stray !== undefined && end !== undefined && !isStructure(stray);
    return {
      slip: isText
        ? {
            start: stray.start,
            end: stray.end,
            message: 'This line continues a quoted string but is not indented further than its key.',
            help: `Indent it by at least ${place.parent + 2} spaces, or add the missing ${quote} on line ${lineAt(place, start).number}.`,
          }
        : unclosed(place, start, quote),
    };
  }
  const escape = quote === '"' ? findBadEscape(text, start, end) : undefined;
  return escape ? { slip: escape } : { end: end + 1 };
}

/** Returns a mistake if other text follows a quoted string on the same line; otherwise `undefined`. */
export function checkAfterQuoted(place: ValuePlace, start: number, end: number): YamlMistake | undefined {
  const { text } = place;
  const rest = restOf(text, end);
  if (isRest(rest)) return undefined;
  const quote = text.charAt(start);
  if (text.slice(start, end).includes('\n')) return unclosed(place, start, quote);
  const range = { start: end, end: end + rest.trimEnd().length };
  if (rest.trim() === ',')
    return {
      ...range,
      message: 'A comma cannot follow this string.',
      help: 'Remove the comma.',
      edit: { ...range, by: '' },
    };
  if (rest.startsWith('#')) {
    const edit = { start: end, end, by: ' ' };
    return { ...range, message: 'A comment needs a space before `#`.', help: 'Put a space before `#`.', edit };
  }
  const help =
    quote === "'"
      ? "Write '' for an apostrophe in this string, or put the whole string in double quotes."
      : 'Write \\" for a quote in this string, or put the whole string in single quotes.';
  return { ...range, message: `The string ends at the second ${quote}, but more text follows on this line.`, help };
}

/** Finds the offset of the quote that closes the string at `start`. */
function findQuote(text: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === quote && quote === "'" && text[at + 1] === quote) at += 1;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

function findBadEscape(text: string, start: number, end: number): YamlMistake | undefined {
  for (let at = text.indexOf('\\', start); at !== -1 && at < end; at = text.indexOf('\\', at + 2)) {
    const escape = text.slice(at, at + 2);
    if (/^\\[0abtnvfre "/\\N_LPxuU\r\n\t]$/u.test(escape)) continue;
    const help = `Write \\${escape}, or use single quotes, in which backslashes are literal.`;
    const message = `${escape} is not an escape sequence in double quotes.`;
    return { start: at, end: at + 2, message, help, edit: { start: at, end: at, by: '\\' } };
  }
  return undefined;
}

function unclosed(place: ValuePlace, start: number, quote: string): YamlMistake {
  const { end } = lineAt(place, start);
  return {
    start,
    end,
    message: `The closing ${quote} of this string is missing.`,
    help: `Add ${quote} at the end of the string.`,
  };
}

/** Finds the first line between `start` and `end` that is not indented further than the parent. */
function findUnindented({ lines, parent, line }: ValuePlace, start: number, end: number): YamlLine | undefined {
  for (let index = line + 1; index < lines.length; index++) {
    const candidate = lines[index] as YamlLine;
    if (candidate.start > end) return undefined;
    if (candidate.start <= start || candidate.content === '') continue;
    if (candidate.indent <= parent) return candidate;
  }
  return undefined;
}

/** Whether a line looks like a key or a list item. */
function isStructure({ content }: YamlLine): boolean {
  return /^-(?:\s|$)/u.test(content) || /^[\w$./"'{}-]+$/u.test(matchKey(content)?.key ?? ' ');
}

function lineAt({ lines, line }: ValuePlace, offset: number): YamlLine {
  let index = line;
  while ((lines[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= offset) index += 1;
  return lines[index] as YamlLine;
}

/** Returns the rest of the line after an offset. */
export function restOf(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(offset, end === -1 ? text.length : end);
}
