import { describe, expect, test } from 'vitest';
import { repairQuotes } from '../../generator/core/source/repair-quotes.js';
import { parseSource } from '../../generator/core/source/parse-source.js';
import { readApi } from '../openapi/read-api.js';
import { diagnose } from './diagnose.js';

const repeat = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

/** Texts with so many levels of nesting. */
const shapes: readonly (readonly [name: string, file: string, (levels: number) => string])[] = [
  ['block maps', 'yaml', (levels) => repeat(levels, (index) => `${' '.repeat(index)}a:\n`)],
  ['block maps with a key after them', 'yaml', (levels) => `${repeat(levels, (i) => `${' '.repeat(i)}a:\n`)}b: 1\n`],
  ['block sequences', 'yaml', (levels) => `${'- '.repeat(levels)}1\n`],
  ['sequences of maps', 'yaml', (levels) => repeat(levels, (index) => `${' '.repeat(index * 2)}- a:\n`)],
  ['explicit keys', 'yaml', (levels) => `${'? '.repeat(levels)}1\n`],
  ['flow sequences', 'yaml', (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}\n`],
  ['flow sequences without an end', 'yaml', (levels) => '['.repeat(levels)],
  ['flow maps', 'yaml', (levels) => `${'{a: '.repeat(levels)}1${'}'.repeat(levels)}\n`],
  ['aliases of aliases', 'yaml', (levels) => `a0: &a0 1\n${repeat(levels, (i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`)}`],
  ['an alias of its own anchor', 'yaml', () => 'a: &a [*a]\n'],
  ['arrays', 'json', (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`],
  ['arrays without an end', 'json', (levels) => '['.repeat(levels)],
  ['objects', 'json', (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
];

describe('nesting that is too deep is reported with its place', () => {
  test.each(shapes)('%s', (_, suffix, write) => {
    for (const levels of [150, 999, 3000]) {
      const { root, diagnostics } = parseSource(`definitions/a.${suffix}`, write(levels));
      expect(root).toBeUndefined();
      expect(diagnostics.map(({ code }) => code)).toEqual(['too-large']);
      expect(diagnostics[0]?.message).toMatch(/^More than 128 nesting levels/u);
      expect(diagnostics[0]?.location).toBeDefined();
    }
  });

  test('and the place is where the limit is exceeded', async () => {
    const [, , maps] = shapes[0] ?? [];
    expect(await diagnose(maps?.(3000) ?? '')).toEqual(['too-large 130:130']);
    const { diagnostics } = await readApi({ 'definitions/a.openapi.json': '['.repeat(3000) });
    expect(diagnostics).toContain('too-large 1:130');
  });

  test('128 levels are not too deep', () => {
    const nested = `${'['.repeat(128)}${']'.repeat(128)}`;
    expect(parseSource('a.yaml', nested).diagnostics).toEqual([]);
    expect(parseSource('a.json', nested).diagnostics).toEqual([]);
  });
});

test('a broken document is searched for quotes that can be repaired in linear time and without a deep stack', () => {
  expect(repairQuotes(`a: "${'x'.repeat(12_000_000)}\n"`).places).toEqual([3]);
  expect(repairQuotes(`${'-'.repeat(1_000_000)}\na: 'it''s\n'`).places).toEqual([1_000_004]);
});
