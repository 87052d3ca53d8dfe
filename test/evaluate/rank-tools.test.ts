import { expect, test } from 'vitest';
import { rankByBm25, rankByNames, type RankedTool } from '../../generator/outputs/evaluate/rank-tools.js';

const makeTool = (name: string, description = '', parameters: RankedTool['parameters'] = []): RankedTool => ({
  name,
  description,
  parameters,
});

const tools = [
  makeTool('listKites', 'Lists the kites of a club.', [{ name: 'owner', description: 'Who flies them.' }]),
  makeTool('get_kite', 'Gets one kite.', [{ name: 'kite_id', description: '' }]),
  makeTool('HTTPStatus', 'Tells whether everything works.'),
];

test.each([
  ['rare words count more', 'one kite', [1]],
  ['words of parameters', 'who flies', [0]],
  ['names in camel case', 'http', [2]],
  ['no words', '…', []],
  ['other words', 'xylophone constructor', []],
])('BM25 finds %s: %s', (_title, query, positions) => {
  expect(rankByBm25(tools, query)).toEqual(positions);
});

test('BM25 prefers short texts and keeps the order of equal ones', () => {
  const twins = [makeTool('a', 'sail and more words'), makeTool('b', 'sail'), makeTool('c', 'sail')];
  expect(rankByBm25(twins, 'sail')).toEqual([1, 2, 0]);
});

test.each([
  ['names with more of the words', 'list the kites', [0]],
  ['parts of names', 'kite', [1, 0]],
  ['only names', 'club', []],
  ['words that are regular expressions', '.*', []],
])('the search in names finds %s: %s', (_title, query, positions) => {
  expect(rankByNames(tools, query)).toEqual(positions);
});

test.each([rankByBm25, rankByNames])('no tool is found among none', (rank) => {
  expect(rank([], 'kite')).toEqual([]);
});
