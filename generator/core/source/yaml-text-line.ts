import {
  isEmptyLine,
  type BlockLevel,
  type EntryPlace,
  quotePiece,
  type YamlLine,
  type YamlMistake,
} from './yaml-mistake.js';

/** Explains a line that has no key or dash, is not a value, and does not continue text. */
export function explainText(place: EntryPlace, levels: readonly BlockLevel[]): YamlMistake {
  const { line, column, lines } = place;
  const content = line.content.slice(column - line.indent);
  const range = { start: line.start + column, end: line.end };
  // `undefined` for a line to the left of the first key.
  const at = levels.findLast((level) => level.column <= column);
  const top = levels.at(-1) as BlockLevel;
  const inList = at?.kind === 'sequence' && at.column === column;
  if (inList && /^-\S/u.test(content)) {
    return {
      ...range,
      message: 'A space is missing after the dash of this list item.',
      help: `Write ${quotePiece(`- ${content.slice(1)}`)}.`,
      edit: { start: range.start + 1, end: range.start + 1, by: ' ' },
    };
  }
  const words = recognizeWords(content, range);
  if (words) return words;
  if (inList) {
    return {
      ...range,
      message: 'The dash of this list item is missing.',
      help: `Write ${quotePiece(`- ${content}`)}.`,
      edit: { start: range.start, end: range.start, by: '- ' },
    };
  }
  const next = lines.slice(line.number, line.number + 50).find((candidate) => !isEmptyLine(candidate));
  const hasBlock = next !== undefined && next.indent > column;
  if (hasBlock || (top.value !== 'plain' && top.value !== 'block')) return missingColon(line);
  return continued(range, top, missingColon(line).help ?? '');
}

/** Explains a line that is either a key without a colon or insufficiently indented text. */
function continued(
  range: Pick<YamlMistake, 'start' | 'end'>,
  { value, column, entry, textIndent }: BlockLevel,
  help: string,
): YamlMistake {
  const wanted = textIndent ?? column + 2;
  const isBlock = value === 'block';
  if (isBlock) {
    const message = `This line continues the text on line ${entry.number} but is not indented further than its key.`;
    return { ...range, message, help: `Indent this line by ${wanted} spaces.` };
  }
  const message =
    'This line is either a key with a missing colon, or part of the preceding text with too little indentation.';
  return {
    ...range,
    message,
    help: `${help.slice(0, -1)}, or indent it by ${wanted} spaces if it continues line ${entry.number}.`,
  };
}

/** Explains text in a place where a key is expected. */
export function explainWords(line: YamlLine, column: number): YamlMistake {
  const content = line.content.slice(column - line.indent);
  return recognizeWords(content, { start: line.start + column, end: line.end }) ?? missingColon(line);
}

/** Recognizes the syntax of other languages, and a colon without a space. */
function recognizeWords(content: string, range: Pick<YamlMistake, 'start' | 'end'>): YamlMistake | undefined {
  if (/^[*•·–—+](?:\s|$)/u.test(content)) {
    const message = `A list item begins with \`- \`, not \`${content.charAt(0)} \`.`;
    const edit = { start: range.start, end: range.start + 1, by: '-' };
    return { ...range, message, help: `Write \`-\` instead of \`${content.charAt(0)}\`.`, edit };
  }
  if (/^(?:\/\/|\/\*)/u.test(content)) {
    const edit = content.startsWith('//') ? { start: range.start, end: range.start, by: '# ' } : undefined;
    return { ...range, message: 'YAML comments begin with `#`.', help: 'Write `#` before it.', edit };
  }
  const [, key, value] = /^([\w$-]+):(?!\/\/)(\S.*)$/u.exec(content) ?? [];
  if (key !== undefined && value !== undefined) {
    const start = range.start + key.length;
    return {
      start,
      end: start + 1,
      message: 'A space is missing after this colon.',
      help: `Write ${quotePiece(`${key}: ${value}`)}.`,
      edit: { start: start + 1, end: start + 1, by: ' ' },
    };
  }
  const [, name, rest] = /^([\w$-]+)\s*=(.*)$/u.exec(content) ?? [];
  const assigned = rest?.trimStart();
  if (name !== undefined) {
    const start = range.start + content.indexOf('=');
    return {
      start,
      end: start + 1,
      message: 'Use `: ` after a key, not `=`.',
      help: `Write ${quotePiece(`${name}: ${assigned}`)}.`,
      edit: { start: range.start + name.length, end: range.start + content.length - (assigned ?? '').length, by: ': ' },
    };
  }
  return undefined;
}

/** Describes the mistake that a key has no colon. */
function missingColon(line: YamlLine): YamlMistake {
  const [word = ''] = /^[\w$./-]+/u.exec(line.content) ?? [];
  const rest = line.content.slice(word.length).trimStart();
  const help =
    word === ''
      ? 'Write a key followed by a colon and a space.'
      : `Write ${quotePiece(`${word}:${rest === '' ? '' : ' …'}`)}.`;
  const start = line.start + line.indent;
  return { start, end: line.end, message: 'A key is missing its colon here.', help };
}
