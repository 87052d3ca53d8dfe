import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listPages, renderLlms, renderLlmsFull } from '../../docs/reference/list-pages.mjs';
import { pages, readPage, readProse, root } from './read-pages.js';

/** Pages in the order of the index, with the maximum words of each. */
const limits = {
  'quickstart.md': 1100,
  'database-tutorial.md': 700,
  'when-to-use.md': 600,
  'migrating.md': 1500,
  'cheat-sheet.md': 500,
  'handlers.md': 2200,
  'declared-tools.md': 900,
  'sql.md': 2150,
  'elicitation-and-tasks.md': 1500,
  'dry-run.md': 800,
  'packages.md': 700,
  'openapi.md': 2400,
  'graphql.md': 900,
  'large-apis.md': 2050,
  'authentication.md': 2950,
  'views.md': 1400,
  'testing.md': 1620,
  'evaluate.md': 1200,
  'tool-texts.md': 900,
  'dev-server.md': 900,
  'connect.md': 1300,
  'contract.md': 700,
  'http.md': 1400,
  'scaling.md': 1500,
  'capacity.md': 900,
  'observability.md': 1000,
  'publish.md': 1600,
  'definition-format.md': 8800,
  'configuration.md': 2050,
  'errors.md': 1600,
  'upgrading.md': 1400,
};

/** Returns the text of a page without the sections that are marked as generated. Pages generated as a whole count in full. */
function readWritten(page: string): string {
  return readPage(page).replaceAll(/<!-- generated: (.+?) -->[^]*?<!-- end of \1 -->/gu, '');
}

/** Returns the anchors of a page's headings, as GitHub and npm create them. */
function listAnchors(page: string): ReadonlySet<string> {
  const text = readPage(page).replaceAll(/^( *)```[^]*?^\1```$/gmu, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gmu)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1').toLowerCase();
    const slug = words.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

const rootPages = readdirSync(root).filter((name) => name.endsWith('.md') && name !== 'README.md');
const decisions = readdirSync(path.join(root, 'docs/decisions'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/decisions/${name}`);
const rules = ['generator/outputs/diff/RULES.md', 'generator/pipeline/profiles/RULES.md'];

test.each([...pages, ...rootPages, ...decisions, ...rules])('the links of %s lead somewhere', (page) => {
  const broken = [...readProse(page).matchAll(/\]\(([^)\s]+)\)/gu)].flatMap(([, target = '']) => {
    if (/^(?:https?:|mailto:)/u.test(target)) return [];
    const [name = '', anchor] = target.split('#');
    const wanted = path.posix.normalize(name === '' ? page : path.posix.join(path.posix.dirname(page), name));
    if (wanted.startsWith('..') || !existsSync(path.join(root, wanted))) return [`${target}: there is no such file`];
    if (anchor === undefined || !wanted.endsWith('.md')) return [];
    return listAnchors(wanted).has(anchor) ? [] : [`${target}: ${wanted} has no such heading`];
  });
  expect(broken).toEqual([]);
});

test('the index lists every page, in the order of the sections', () => {
  const listed = listPages(readPage('docs/README.md'));
  expect(listed.map(({ file }) => file)).toEqual(Object.keys(limits));
  const files = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(files.toSorted()).toEqual(Object.keys(limits).toSorted());
  expect([...new Set(listed.map(({ section }) => section))]).toEqual(['Start', 'Build', 'Ship', 'Reference']);
});

test('llms.txt lists the pages of the index', () => {
  const text = readPage('llms.txt');
  expect(text, 'run `npm run generate`').toBe(renderLlms(readPage('docs/README.md')));
  const links = [...text.matchAll(/\]\(docs\/([^)]+)\)/gu)].map(([, file]) => file);
  expect(links).toEqual(Object.keys(limits));
});

test('llms-full.txt has the pages of llms.txt, in its order', () => {
  const text = readPage('llms-full.txt');
  expect(text, 'run `npm run generate`').toBe(renderLlmsFull(readPage('docs/README.md'), readPage));
  const files = [...text.matchAll(/^<!-- docs\/(\S+) -->\n\n# /gmu)].map(([, file]) => file);
  expect(files).toEqual(Object.keys(limits));
});

test.each(listPages(readPage('docs/README.md')))('$file has the title of the index', ({ file, title }) => {
  expect(readPage(`docs/${file}`).split('\n')[0]).toBe(`# ${title}`);
});

const counted = [['README.md', 900], ...Object.entries(limits).map(([file, most]) => [`docs/${file}`, most])] as [
  string,
  number,
][];

test.each(counted)('%s has at most %i words', (page, most) => {
  expect(
    readWritten(page)
      .split(/\s+/u)
      .filter((word) => word !== '').length,
  ).toBeLessThanOrEqual(most);
});
