/** Words that announce further content. */
const announcements = [
  'for more information',
  'for more details',
  'the following',
  'for example',
  'for instance',
  'refer to',
  'see also',
  'such as',
  'e.g.',
  'i.e.',
  'e.g',
  'i.e',
  'see',
];

/** Words that cannot end a clause. */
const connectives =
  'a an and as at but by for from if in including is of on or than that the to via when where which with'.split(' ');

/** Maximum number of words, and maximum number of lines, to remove. */
const maxSteps = 20;

/**
 * Trims the end of a text if it introduces missing content: removes trailing headings, table headers, list markers and
 * words such as `see`; closes an open parenthesis; replaces a colon with a period. Returns the text unchanged if
 * nothing
 * would remain.
 * @param isCut Whether the text was truncated and its last clause may therefore be incomplete.
 */
export function trimDanglingEnd(text: string, isCut = false): string {
  const lines = text.trimEnd().split('\n');
  for (let step = 0; step < maxSteps && lines.length > 1; step++) {
    const count = countIntroducing(lines);
    if (count === 0) break;
    lines.length -= count;
    while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop();
  }
  const trimmed = closeParenthesis(withoutLastWords(lines.join('\n').trimEnd(), isCut), isCut);
  return trimmed.trim() === '' ? text : trimmed;
}

/** Counts the trailing lines that only introduce content. */
function countIntroducing(lines: readonly string[]): number {
  const last = (lines.at(-1) ?? '').trim();
  const before = (lines.at(-2) ?? '').trim();
  const isRule = last.includes('--') && /^[-|: ]+$/u.test(last);
  if (isRule) return lines.length > 2 && before.includes('|') ? 2 : 1;
  if (last.startsWith('|')) return before.startsWith('|') ? 0 : 1;
  return isIntroduction(last) ? 1 : 0;
}

/** Maximum length of a line that counts as an introduction because it ends with a colon. */
const maxIntroductionLength = 60;

/** Whether a line is a heading, a bare list marker, or a few words followed by a colon. */
function isIntroduction(line: string): boolean {
  if (/^#{1,6} /u.test(line) || /^(?:[-*+•]|\d{1,3}[.)])$/u.test(line)) return true;
  const bare = line.endsWith(':') ? line.slice(0, -1) : line;
  if (bare.startsWith('**') && bare.endsWith('**') && bare.length > 4 && !bare.slice(2, -2).includes('**')) return true;
  return line.endsWith(':') && line.length <= maxIntroductionLength && !line.includes('. ');
}

function withoutLastWords(text: string, isCut: boolean): string {
  const words = isCut ? [...announcements, ...connectives] : announcements;
  let rest = text;
  for (let step = 0; step < maxSteps; step++) {
    const end = trimSigns(rest, isCut);
    const lower = end.slice(-40).toLowerCase();
    const found = words.find(
      (word) => lower.endsWith(word) && !/[\p{L}\p{N}'`]/u.test(lower.at(-word.length - 1) ?? ''),
    );
    const isWord = found !== undefined && !isObject(end, found);
    if (!isWord) return rest === text && !rest.endsWith(':') ? rest : finishSentence(end);
    rest = end.slice(0, -found.length).trimEnd();
  }
  return rest;
}

/** Whether a trailing `see` is part of a sentence, as in `the repositories that you can see`. */
function isObject(text: string, word: string): boolean {
  return word === 'see' && !/(?:^|[.,;(!?]) ?see$/iu.test(text.slice(-20));
}

/** Removes trailing punctuation and white space; after truncation, also opening parentheses and dashes. */
function trimSigns(text: string, isCut: boolean): string {
  let end = text.length;
  while (end > 0 && ` \n\t,;:${isCut ? '(-–' : ''}`.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function finishSentence(text: string): string {
  return /[\p{L}\p{N})"'`*_\]]$/u.test(text) ? `${text}.` : text;
}

/**
 * Closes a parenthesis that is still open at the end. If the text was truncated and the parenthesis opens in the second
 * half, removes it with the text inside.
 */
function closeParenthesis(text: string, isCut: boolean): string {
  const opening = text.lastIndexOf('(');
  if (opening < 0 || text.indexOf(')', opening) >= 0 || isCode(text, opening)) return text;
  if (isCut && opening > text.length / 2) return withoutLastWords(text.slice(0, opening).trimEnd(), true);
  return /[.!?…]$/u.test(text) ? `${text.slice(0, -1)})${text.slice(-1)}` : `${text})`;
}

/** Whether an offset is inside inline code: an odd number of backticks precedes it. */
function isCode(text: string, place: number): boolean {
  let ticks = 0;
  for (let index = text.indexOf('`'); index >= 0 && index < place; index = text.indexOf('`', index + 1)) ticks += 1;
  return ticks % 2 === 1;
}
