import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.js';

const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');

test('the page about the architecture has at most 14 kB', () => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(14_000);
});

test('files that the page about the architecture names are there', () => {
  const files = ['generator', 'runtime', 'test', 'build', 'bench', 'definitions', 'templates', 'docs'].flatMap(
    (folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join('/')),
      ),
  );
  const named = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs|json|tsv))`/gu)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});
