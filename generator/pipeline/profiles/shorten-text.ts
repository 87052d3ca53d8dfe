import { trimDanglingEnd } from '../../core/schema/trim-dangling-end.js';

/** Maximum number of sentence ends to try. */
const maxTried = 40;

/** Matches abbreviations that end with a period. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|no|approx|incl|resp|ca|\d{1,3})\.$/iu;

/**
 * Truncates text to a number of characters, at the end of a sentence or paragraph in the second half of that length, or
 * else at the end of a word. The result does not end with a heading or a table header, or inside parentheses or a code
 * block.
 */
export function shortenText(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '');
  const minLength = max / 2;
  for (const end of listEnds(head).slice(-maxTried).toReversed()) {
    if (end < minLength) break;
    const part = head.slice(0, end);
    if (abbreviation.test(part.slice(-12)) || isOpen(part)) continue;
    const trimmed = trimDanglingEnd(part, false);
    if (trimmed.length >= minLength && trimmed.length <= max) return trimmed;
  }
  const word = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  const whole = word >= minLength ? head.slice(0, word) : head;
  const closed = isOpen(whole) ? whole.slice(0, whole.lastIndexOf('`')) : whole;
  const trimmed = trimDanglingEnd(closed.length >= minLength ? closed : whole, true);
  let end = Math.min(trimmed.length, max - 1);
  while (end > 0 && ' \n\t.,;:'.includes(trimmed.charAt(end - 1))) end -= 1;
  return `${trimmed.slice(0, end)}…`;
}

/** Lists the offsets after sentences and before blank lines. */
function listEnds(text: string): readonly number[] {
  return Array.from(text.matchAll(/[.!?]["'”’)*_`]{0,3}(?=\s)|\n\n/gu), ({ 0: found, index }) =>
    found === '\n\n' ? index : index + found.length,
  );
}

/** Whether text ends inside a code block or inline code. */
function isOpen(text: string): boolean {
  const fences = text.split('```').length - 1;
  const ticks = text.replaceAll('```', '').split('`').length - 1;
  return fences % 2 === 1 || ticks % 2 === 1;
}
