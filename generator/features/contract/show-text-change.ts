import { escapeHidden } from '../../core/code/escape.js';

/** Number of characters shown before and after a change. */
const context = 20;

/** Maximum number of characters of a change that are shown. */
const maxChange = 100;

/** Shows the part of a text that changed, with a few characters around it: `"…all of the words" → "…any of the words"`. Hidden
 * characters are escaped. */
export function showTextChange(before: string, after: string): string {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [before, after].map((text) => quote(text, start, text.length - end)).join(' → ');
}

/** Quotes the part of a text from `start` to `end` with its context, extended to whole words. */
function quote(text: string, start: number, end: number): string {
  const from =
    start <= context ? 0 : start - context + Math.max(0, text.slice(start - context, start).indexOf(' ') + 1);
  const cut = Math.min(end, start + maxChange);
  const rest = text.slice(cut, cut + context);
  const space = rest.lastIndexOf(' ');
  const to = cut + context >= text.length ? text.length : cut + (space > 0 ? space : rest.length);
  const shown = escapeHidden(text.slice(from, to).replaceAll(/\s+/gu, ' '));
  return `"${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}"`;
}
