import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askQuestions, parseQuestions } from './ask-questions.mjs';

const folder = path.join(import.meta.dirname, 'small');
const questions = parseQuestions(await readFile(path.join(folder, 'questions.tsv'), 'utf8'));
const { asked, tools } = await askQuestions(folder, 'club-30.yaml', questions);

test.each(asked.map(({ text, answers, found }) => ({ text, answers, first: found[0] })))(
  'the first that is found for "$text" is right',
  ({ answers, first }) => {
    expect(answers).toContain(first);
  },
);

test('all questions were asked', () => {
  expect(asked).toHaveLength(16);
  expect(asked.filter(({ isReachable }) => !isReachable)).toEqual([]);
  expect(tools.length).toBeGreaterThan(9);
});
