import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const docs = import.meta.dirname;
const begin = '<!-- Place in the book: written by docs/generate.mjs. -->';

/** Pages of the book in the order of its contents, each with its section. Links that leave the folder are not pages. */
export function listPages() {
  const contents = readFileSync(path.join(docs, 'README.md'), 'utf8').replaceAll('\r\n', '\n');
  return contents.split(/^## /mu).flatMap((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    const links = section.matchAll(/^- \[([^\]]+)\]\(([\w-]+\.md)\)/gmu);
    return [...links].map(([, name, file]) => ({ section: title, name, file }));
  });
}

/** Pages of the folder that the contents do not name. */
export function listMissing() {
  const named = new Set(listPages().map(({ file }) => file));
  return readdirSync(docs).filter((file) => file.endsWith('.md') && file !== 'README.md' && !named.has(file));
}

/** Text of a page whose last lines say where it stands: section, previous page, contents, next page. */
export function addPlace(file, text) {
  const pages = listPages();
  const position = pages.findIndex((page) => page.file === file);
  const [body] = text.split(`\n${begin}`);
  if (position === -1) return text;
  const link = (page, word) => (page === undefined ? [] : [`${word}: [${page.name}](${page.file})`]);
  const parts = [
    pages[position].section,
    ...link(pages[position - 1], 'previous'),
    '[contents](README.md)',
    ...link(pages[position + 1], 'next'),
  ];
  return `${body.trimEnd()}\n\n${begin}\n\n---\n\n${parts.join(' · ')}\n`;
}
