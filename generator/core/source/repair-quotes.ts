/** Repaired file content with the offsets of the repaired quotes. */
interface RepairedText {
  readonly text: string;
  readonly places: readonly number[];
}

/** Matches indentation and key, up to the opening quote of the value. */
const opening = /^( *(?:- +)*)[\w$.-]+: +(?=["'])/u;

/**
 * Repairs quoted YAML strings that continue on an insufficiently indented line, which some parsers accept: each string
 * becomes one line. Every character keeps its offset.
 */
export function repairQuotes(source: string): RepairedText {
  const pieces: string[] = [];
  const places: number[] = [];
  let copied = 0;
  for (let start = 0; start < source.length; start = endOfLine(source, start) + 1) {
    const [begin, indentation = ''] = opening.exec(source.slice(start, endOfLine(source, start))) ?? [];
    if (begin === undefined) continue;
    const quoted = readQuoted(source, start + begin.length);
    if (!isUnindented(quoted, indentation.length)) continue;
    places.push(start + begin.length);
    pieces.push(source.slice(copied, start + begin.length), quoted.replace(/[\r\n]/gu, ' '));
    copied = start + begin.length + quoted.length;
    start = copied;
  }
  return { text: pieces.join('') + source.slice(copied), places };
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** Returns the quoted string at an offset, up to its closing quote; `''` if there is no closing quote. */
function readQuoted(text: string, start: number): string {
  const quote = text.charAt(start);
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    if (quote === '"' && isEscaped(text, end)) continue;
    if (quote === "'" && text[end + 1] === quote) end += 1;
    else return text.slice(start, end + 1);
  }
  return '';
}

/** Whether an odd number of backslashes precedes an offset. */
function isEscaped(text: string, offset: number): boolean {
  let start = offset;
  while (text[start - 1] === '\\') start -= 1;
  return (offset - start) % 2 === 1;
}

function isUnindented(quoted: string, indentation: number): boolean {
  const [, ...lines] = quoted.split('\n');
  return lines.some((line) => line.trim() !== '' && line.search(/[^ ]/u) <= indentation);
}
