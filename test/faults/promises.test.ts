import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');

/** A promise of a document about what happens when something fails, and the tests that show it. */
interface DocumentedPromise {
  readonly where: string;
  readonly document: string;
  /** The words of the document. */
  readonly words: string;
  /** `folder/file › title`, for `test/folder/file.test.ts`. */
  readonly tests: readonly string[];
}

function readPromises(): readonly DocumentedPromise[] {
  const [header, ...lines] = readFileSync(path.join(import.meta.dirname, 'promises.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(header).toBe('document\tpromise\ttests');
  return lines.map((line, index) => {
    const [document = '', words = '', tests = '', ...others] = line.split('\t');
    const where = `promises.tsv:${index + 2}`;
    expect([document, words, tests].includes('') || others.length > 0, where).toBe(false);
    return { where, document, words, tests: tests.split(' ; ') };
  });
}

const promises = readPromises();

/** Text with one space instead of each line break and its indentation. */
const unwrap = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/** Whether a title stands in a source as a string literal. */
function holds(source: string, title: string): boolean {
  const literals = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``];
  return literals.some((literal) => source.includes(literal));
}

function findFault(row: string): string | undefined {
  const [stem = '', title = ''] = row.split(' › ');
  const file = path.join(root, 'test', `${stem}.test.ts`);
  if (!existsSync(file)) return `there is no file test/${stem}.test.ts`;
  return holds(readFileSync(file, 'utf8'), title) ? undefined : `there is no test "${row}"`;
}

test('the table has the promises of each document that makes some', () => {
  const documents = new Set(promises.map(({ document }) => document));
  expect([...documents].toSorted()).toEqual([
    'README.md',
    'SECURITY.md',
    'docs/authentication.md',
    'docs/cheat-sheet.md',
    'docs/configuration.md',
    'docs/database-tutorial.md',
    'docs/declared-tools.md',
    'docs/definition-format.md',
    'docs/dev-server.md',
    'docs/elicitation-and-tasks.md',
    'docs/errors.md',
    'docs/graphql.md',
    'docs/handlers.md',
    'docs/http.md',
    'docs/large-apis.md',
    'docs/openapi.md',
    'docs/sql.md',
    'docs/testing.md',
    'docs/upgrading.md',
  ]);
});

test('every promise stands in its document, once in the table', () => {
  const broken = promises.filter(
    ({ document, words }) => !unwrap(readFileSync(path.join(root, document), 'utf8')).includes(unwrap(words)),
  );
  expect(broken.map(({ where, words }) => `${where}: ${words}`)).toEqual([]);
  expect(new Set(promises.map(({ document, words }) => document + words)).size).toBe(promises.length);
});

test('every promise has tests that show it', () => {
  const faults = promises.flatMap(({ where, tests }) =>
    tests.map(findFault).flatMap((fault) => (fault === undefined ? [] : [`${where}: ${fault}`])),
  );
  expect(faults).toEqual([]);
});

test('every story file shows a promise', () => {
  const named = new Set(promises.flatMap(({ tests }) => tests.map((row) => row.split(' › ')[0])));
  const stems = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts') && name !== 'promises.test.ts')
    .map((name) => `faults/${name.slice(0, -'.test.ts'.length)}`);
  expect(stems.filter((stem) => !named.has(stem))).toEqual([]);
});
