import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/decisions');
const files = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .toSorted();
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n');

/** Links to decisions in comments of the sources. */
const links = ['generator', 'runtime', 'build', 'bench'].flatMap((part) =>
  readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|tsx|mjs)$/u.test(file))
    .flatMap((file) => [...read(path.join(part, file)).matchAll(/docs\/decisions\/([\w.-]*\w)/gu)])
    .map(([, file = '']) => file),
);

test('decisions are numbered from 1, without gaps', () => {
  const numbers = files.map((file) => /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/u.exec(file)?.[1]);
  expect(numbers).toEqual(files.map((_, index) => String(index + 1).padStart(4, '0')));
});

test.each(files)('%s has context, decision and consequence in at most 150 words', (file) => {
  const text = read(`docs/decisions/${file}`);
  expect(text).toMatch(/^# .+\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Consequence\.\*\* .+\n$/u);
  expect(text.trim().split(/\s+/u).length).toBeLessThanOrEqual(150);
});

test('the index lists all decisions by their titles', () => {
  const titles = files.map(
    (file) => `- [${file.slice(0, 4)}](${file}) ${read(`docs/decisions/${file}`).split('\n')[0]?.slice(2)}`,
  );
  expect(read('docs/decisions/README.md').match(/^- .*$/gmu)).toEqual(titles);
});

test('every decision is linked from the code that it explains, and every link leads to one', () => {
  expect([...new Set(links)].toSorted()).toEqual(files);
});

test('files that decisions name exist', () => {
  const parts = ['generator', 'runtime', 'test', 'build', 'bench', 'docs', 'templates'];
  const listed = parts.flatMap((part) =>
    readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${part}/${file.replaceAll(path.sep, '/')}`,
    ),
  );
  const exists = (name: string): boolean => listed.some((file) => file.endsWith(`/${name}`));
  const texts = files.map((file) => read(`docs/decisions/${file}`));
  const named = texts.flatMap((text) => [...text.matchAll(/`([\w./-]*\w\.(?:ts|mjs|tsv|hbs))`/gu)]);
  // Files of generated servers.
  const generated = /^(?:generated\/.*|handlers\/server\.ts|definition\.ts)$/u;
  const missing = named.map(([, name = '']) => name).filter((name) => !generated.test(name) && !exists(name));
  expect(missing).toEqual([]);
});
