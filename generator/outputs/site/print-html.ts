import { createHash } from 'node:crypto';
import type { Block, Inline, Line, SectionBlock, SiteDocument, TableBlock } from '../../feature-kit/pages/document.js';
import { pageStyle } from './page-style.js';

/** Content Security Policy that allows only the page's own style sheet. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Marker that identifies pages written by `docs`. */
export const htmlMark = '<meta name="generator" content="create-mcp-from-schema docs">';

/**
 * Prints a document as one HTML file without scripts or external resources. All text is passed through `escapeHtml`.
 */
export function printHtml({ title, summary, intro, sections }: SiteDocument): string {
  const about = summary === '' ? '' : `<meta name="description" content="${escapeHtml(summary)}">\n`;
  const contents = sections.map(({ id, heading }) => `<li><a href="#${escapeHtml(id)}">${printLine(heading)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${about}${htmlMark}
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
${printBlocks(intro, 2)}</header>
<nav aria-label="Contents">
<ul>
${contents.join('\n')}
</ul>
</nav>
<main>
${printBlocks(sections, 2)}</main>
<footer><p>Generated from the definition of the server.</p></footer>
</body>
</html>
`;
}

/** Escapes text for element content and quoted attributes of HTML and XML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(unprintable, '\uFFFD')
    .replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '');
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that HTML does not allow, bidirectional controls, and lone surrogates. */
export const unprintable = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;

/** Returns the target of a link if it is a section of the page or an HTTP URL. */
export function safeTarget(target: string): string | undefined {
  if (/^#[\w.-]+$/u.test(target)) return target;
  if (!/^https?:\/\//iu.test(target) || !URL.canParse(target)) return undefined;
  const { protocol, href } = new URL(target);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

function printBlocks(blocks: readonly Block[], level: number): string {
  return blocks.map((block) => printBlock(block, level)).join('');
}

function printBlock(block: Block, level: number): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${printLine(block.line)}</p>\n`;
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${printLine(item)}</li>\n`).join('')}</ul>\n`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>\n`;
    case 'table':
      return printTable(block);
    case 'section':
      return printSection(block, level);
  }
}

function printSection({ id, heading, blocks, isFolded }: SectionBlock, level: number): string {
  const tag = `h${Math.min(level, 6)}`;
  const content = printBlocks(blocks, level + 1);
  if (isFolded) {
    const summary = `<summary><${tag}>${printLine(heading)}</${tag}></summary>`;
    return `<details id="${escapeHtml(id)}">${summary}\n${content}</details>\n`;
  }
  return `<section>\n<${tag} id="${escapeHtml(id)}">${printLine(heading)}</${tag}>\n${content}</section>\n`;
}

function printTable({ head, rows }: TableBlock): string {
  const heads = head.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const lines = rows.map((cells) => {
    const printed = cells.map((cell, index) =>
      index === 0
        ? `<th scope="row">${printLine(cell)}</th>`
        : `<td data-column="${escapeHtml(head[index] ?? '')}">${printLine(cell)}</td>`,
    );
    return `<tr>${printed.join('')}</tr>\n`;
  });
  return `<table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${lines.join('')}</tbody>\n</table>\n`;
}

function printLine(line: Line): string {
  return line.map(printInline).join('');
}

function printInline(part: Inline): string {
  const text = escapeHtml(part.text);
  if (part.kind === 'text') return text;
  if (part.kind === 'code') return `<code>${text}</code>`;
  if (part.kind === 'strong') return `<strong>${text}</strong>`;
  const target = safeTarget(part.target);
  if (target === undefined) return text;
  return `<a href="${escapeHtml(target)}"${target.startsWith('#') ? '' : ' rel="noreferrer nofollow"'}>${text}</a>`;
}
