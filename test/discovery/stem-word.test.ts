import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stemWord } from '../../runtime/features/discover/stem-word.js';

/** Words and stems of the Snowball project's vocabulary for English: every 140th word, and words of every rule. */
const sample = (await readFile(path.join(import.meta.dirname, 'snowball-sample.txt'), 'utf8'))
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

test('words have the stems of the Snowball project', () => {
  expect(sample.length).toBeGreaterThan(300);
  expect(sample.map(([word = '']) => [word, stemWord(word)])).toEqual(sample);
});

test.each(['', 'as', 'größer', 'v2', 'x'.repeat(41), '__proto__'])('%j has no stem of its own', (word) => {
  expect(stemWord(word)).toBe(word);
});
