import { trimDanglingEnd } from './trim-dangling-end.js';

/**
 * Shortens text from an OpenAPI document: removes link targets (labels remain), HTML tags and comments, trailing white
 * space, repeated blank lines, sentences that only link to another page, and a dangling end. Code is unchanged. Never
 * shortens non-empty text to `''`.
 */
export function trimText(text: string): string {
  return trimDanglingEnd(trimMarkup(text));
}

function trimMarkup(text: string): string {
  if (!/[[<\r]|[ \t]\n|\n\n\n|^\s|\s$/u.test(text)) return text;
  const marked = replaceMarkup(text);
  return tidyLines(unmark(marked.replace(pointer, '$1'))) || tidyLines(unmark(marked)) || text;
}

/** Characters that mark link labels while sentences are matched. */
const [opened, closed] = ['\u0001', '\u0002'];

/** Repetitions are bounded so that matching takes time linear in the length of the text. */
const code = '```[^]*?```|`[^`\\n]+`';
const words = '((?:`[^`\\n]{0,200}`|\\[[^\\]\\n]{0,200}\\]|[^\\][`]){0,400})';
const address = '(?:[a-z][a-z0-9+.-]{0,15}:|[/#.]|[^()\\s]{1,100}[/.#])(?:[^()\\s]|\\([^()\\s]{0,200}\\)){0,2000}';
const link = `(?<![\\w\\])])(!?)\\[${words}\\]\\([ ]?${address}(?:\\s+["'][^"'\\n]{0,200}["'])?\\)`;
const anchor = '<a\\s[^<>]{0,2000}>([^<]{0,400})</a>';
const tag = '<(/?)([a-z][a-z0-9]{0,10})(?:\\s[^<>]{0,2000})?/?>';
const markup = new RegExp(`${code}|${link}|${anchor}|<!--[^]{0,2000}?-->|${tag}`, 'giu');

/**
 * Formatting elements, with the replacement for each end tag. Other tags, such as `<name>`, are placeholders and are
 * kept.
 */
const ends: ReadonlyMap<string, string> = new Map([
  ...listElements('p li ul ol dl dt dd div pre tr table blockquote details summary h1 h2 h3 h4 h5 h6', '\n'),
  ...listElements('a b em font i s small span strong sub sup tbody td th thead u', ''),
  ...listElements('code tt', '`'),
]);

/** Elements that have no end tag. */
const emptyElements: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

function listElements(names: string, end: string): readonly (readonly [string, string])[] {
  return names.split(' ').map((name) => [name, end]);
}

function replaceMarkup(text: string): string {
  const closings = text.matchAll(/<\/([a-z][a-z0-9]{0,10})\s{0,9}>/giu);
  const ended = new Set(Array.from(closings, ([, name = '']) => name.toLowerCase()));
  const replace = (found: string, image?: string, label?: string, anchored?: string, slash?: string, tagged = '') => {
    if (label !== undefined) return image === '!' ? label : `${opened}${label}${closed}`;
    if (anchored !== undefined) return `${opened}${anchored}${closed}`;
    if (found.startsWith('<!--')) return '';
    const name = tagged.toLowerCase();
    if (emptyElements.has(name)) return '\n';
    const end = ended.has(name) ? ends.get(name) : undefined;
    if (end === undefined) return found;
    return slash === '/' || end === '`' ? end : '';
  };
  return unmark(text).replaceAll('\r\n', '\n').replaceAll(markup, replace);
}

const page = `["“'*_]{0,3}${opened}[^${closed}]*${closed}["”'*_]{0,3}`;
const more = '(?:(?:more|further|additional) (?:info|information|details)|details)';
const beginning = `(?:for ${more}|(?:to )?(?:learn|find out) more|(?:read|see) more|see also)\\b`;
const place = '(?: (?:in|on|at) (?:the|our) [^.\\n]{1,60})?';
const aim = `(?: (?:for ${more}|to (?:learn|find out) more))`;
const pages = `${page}(?:(?:,|,?[ \\n]and|,?[ \\n]or)[ \\n]${page}){0,5}`;

/** Matches a sentence that only links to another page. */
const pointer = new RegExp(
  `(^|\\n|[.!?:)"”*] ) *(?:${beginning}[^.\\n${opened}]{0,120}${pages}${place}|(?:please )?(?:see|read|refer to) (?:the |our )?${pages}${aim})` +
    '(?:[.!]["”]?(?: |(?=\\n|$))|(?=\\n|$))',
  'giu',
);

function unmark(text: string): string {
  return text.replaceAll(opened, '').replaceAll(closed, '');
}

function tidyLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}
