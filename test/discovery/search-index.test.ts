import { expect, test } from 'vitest';
import { SearchIndex } from '../../runtime/discovery/search-index.js';

const entries = [
  ['issues_create', 'Create an issue', 'Any user with access can create an issue in a repository.'],
  ['reactions_create-for-issue', 'Create a reaction for an issue', 'A reaction to an issue.'],
  ['issues_listLabels', 'List labels', 'The labels of a repository and of its issues.'],
  ['orgs_createHTTPHook', 'Add a hook', 'Straße, Café and policies.'],
  ['zebra', '', ''],
];

const index = new SearchIndex(
  entries.map(([name = '', title = '', text = '']) => [
    { text: name, weight: 5 },
    { text: title, weight: 4 },
    { text, weight: 1 },
  ]),
);

test.each([
  ['what is called so comes first', 'create an issue', [0, 1]],
  ['words in the middle of names', 'http hook', [3]],
  ['words of names that are written as one', 'list label', [2]],
  ['beginnings of words', 'zeb', [4]],
  ['beginnings that are too short', 'ze', []],
  ['plurals', 'policy', [3]],
  ['the singular of what is plural', 'hooks', [3]],
  ['accents and case', 'CAFE', [3]],
  ['words that say nothing', 'how do I find the zebra?', [4]],
  ['what nobody has', 'xylophone', []],
  ['hostile words', '__proto__ constructor toString', []],
])('%s: %s', (_title, query, wanted) => {
  expect(index.search(query).slice(0, Math.max(1, wanted.length))).toEqual(wanted);
});

test('a query without words finds everything in its order', () => {
  for (const query of ['', ' …!? ']) expect(index.search(query)).toEqual([0, 1, 2, 3, 4]);
});

test('words that say nothing are looked for when there are no others', () => {
  expect(index.search('with an').length).toBeGreaterThan(0);
});

test('an index of nothing finds nothing', () => {
  expect(new SearchIndex([]).search('a')).toEqual([]);
  expect(new SearchIndex([]).search('')).toEqual([]);
});

test('a long query takes no longer than a short one', () => {
  const query = Array.from({ length: 20_000 }, (_word, number) => `word${number}`).join(' ');
  const start = performance.now();
  index.search(query);
  expect(performance.now() - start).toBeLessThan(1000);
});
