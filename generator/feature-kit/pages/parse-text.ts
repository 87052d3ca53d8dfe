import { code, link, strong, text, type Block, type Inline, type Line } from './document.js';

/** Maximum length of a description on a page, in characters. Longer text is truncated. */
const maxLength = 20_000;

/**
 * Parses text from a definition into blocks: paragraphs, list items, fenced code. Within a line, supports code, bold
 * text and links. All other markup, including HTML, is treated as text.
 */
export function parseText(source: string): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let items: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', line: parseLine(paragraph.join(' ')) });
    if (items.length > 0) blocks.push({ kind: 'list', items: items.map(parseLine) });
    paragraph = [];
    items = [];
  };
  let fenced: string[] | undefined;
  for (const line of truncate(source).split(/\r\n|[\r\n\u2028\u2029]/u)) {
    if (/^ {0,3}(?:```|~~~)/u.test(line)) {
      if (fenced) blocks.push({ kind: 'code', language: 'text', text: fenced.join('\n') });
      else endParagraph();
      fenced = fenced ? undefined : [];
      continue;
    }
    if (fenced) {
      fenced.push(line);
      continue;
    }
    const [, item] = /^\s{0,9}(?:[-*+•]|\d{1,3}[.)])\s(.*)$/u.exec(line) ?? [];
    const [, heading] = /^ {0,3}#{1,6}\s(.*)$/u.exec(line) ?? [];
    if (line.trim() === '') endParagraph();
    else if (heading !== undefined) {
      endParagraph();
      blocks.push({ kind: 'paragraph', line: [strong(heading.trim())] });
    } else if (item !== undefined) {
      if (paragraph.length > 0) endParagraph();
      items.push(item.trimStart());
    } else if (items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
    else paragraph.push(line.trim());
  }
  if (fenced && fenced.length > 0) blocks.push({ kind: 'code', language: 'text', text: fenced.join('\n') });
  endParagraph();
  return blocks;
}

/** Parses text from a definition into one line, for table cells. */
export function parseLine(source: string): Line {
  const joined = truncate(source).trim().replaceAll(/\s+/gu, ' ');
  const parts: Inline[] = [];
  let end = 0;
  for (const match of joined.matchAll(inlineMarkup)) {
    if (match.index > end) parts.push(text(joined.slice(end, match.index)));
    parts.push(toInline(match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < joined.length) parts.push(text(joined.slice(end)));
  return parts;
}

/** Returns the first sentence of a text without markup, up to 200 characters. */
export function firstSentence(source: string): string {
  const joined = source.slice(0, 2000).trim().replaceAll(/\s+/gu, ' ');
  const sentence = /^.*?[.!?](?= [\p{Lu}\p{N}"'`(]|$)/u.exec(joined)?.[0] ?? joined;
  const plain = parseLine(sentence)
    .map((part) => part.text)
    .join('');
  return plain.length > maxSentenceLength ? `${plain.slice(0, maxSentenceLength - 1).trimEnd()}…` : plain;
}

const maxSentenceLength = 200;

// Each repetition is bounded, so that malicious text takes only linear time.
const inlineMarkup =
  /`(?<code>[^`]{1,500})`|\*\*(?<strong>[^*]{1,300})\*\*|\[(?<label>[^[\]]{1,300})\]\((?<target>https?:\/\/[^\s()<>"]{1,1000})\)|(?<url>https?:\/\/[^\s<>"'`()[\]]{1,1000}[^\s<>"'`()[\].,;:!?])/gu;

function toInline(groups: { readonly [name: string]: string | undefined }): Inline {
  if (groups['code'] !== undefined) return code(groups['code']);
  if (groups['strong'] !== undefined) return strong(groups['strong']);
  const { label, target, url = '' } = groups;
  return label !== undefined && target !== undefined ? link(label, target) : link(url, url);
}

function truncate(source: string): string {
  return source.length > maxLength ? `${source.slice(0, maxLength)} …` : source;
}
