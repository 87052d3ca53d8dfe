import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addPlace, listMissing, listPages } from '../../docs/add-places.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Pages that people read, by path below the root. */
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

function readPage(file: string): string {
  return readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n');
}

/** Text of a page without code, which may look like links and headings. */
function readProse(file: string): string {
  return readPage(file)
    .replaceAll(/^( *)```[^]*?^\1```$/gmu, '')
    .replaceAll(/^(?: {4}|\t).*$/gmu, '')
    .replaceAll(/(`+)(?!`)[^]*?[^`]\1(?!`)/gu, '`code`');
}

/** Anchors of the headings of a page, as GitHub and npm make them. */
function listAnchors(file: string): ReadonlySet<string> {
  const text = readPage(file).replaceAll(/^```[^]*?^```$/gmu, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gmu)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1').toLowerCase();
    const slug = words.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    for (let count = 0; ; count++) {
      const anchor = count === 0 ? slug : `${slug}-${count}`;
      if (anchors.has(anchor)) continue;
      anchors.add(anchor);
      break;
    }
  }
  return anchors;
}

test.each(pages)('the links of %s lead somewhere', (file) => {
  const broken = [...readProse(file).matchAll(/\]\(([^)\s]+)\)/gu)].flatMap(([, target = '']) => {
    if (/^(?:https:|mailto:)/u.test(target)) return [];
    const [name = '', anchor] = target.split('#');
    const wanted = path.posix.normalize(name === '' ? file : path.posix.join(path.posix.dirname(file), name));
    if (wanted.startsWith('..') || !existsSync(path.join(root, wanted))) return [`${target}: there is no such file`];
    if (anchor === undefined || !wanted.endsWith('.md')) return [];
    return listAnchors(wanted).has(anchor) ? [] : [`${target}: ${wanted} has no such heading`];
  });
  expect(broken).toEqual([]);
});

test('the contents name every page of docs/', () => {
  expect(listMissing(), 'add these pages to docs/README.md').toEqual([]);
  const files = listPages().map(({ file }) => file);
  expect(files).toEqual([...new Set(files)]);
  expect([...new Set(listPages().map(({ section }) => section))]).toEqual([
    'Start',
    'Tutorial',
    'Guides',
    'Reference',
    'Operations',
    'Design',
  ]);
});

test('each page of the book ends with its place', () => {
  const stale = listPages().filter(({ file }) => addPlace(file, readPage(`docs/${file}`)) !== readPage(`docs/${file}`));
  expect(stale, 'run `npm run generate`').toEqual([]);
  const [first, second] = listPages();
  expect(readPage(`docs/${first?.file}`)).toContain(`[contents](README.md) · next: [${second?.name}](${second?.file})`);
  expect(readPage(`docs/${second?.file}`)).toContain(`previous: [${first?.name}](${first?.file}) · [contents]`);
});
