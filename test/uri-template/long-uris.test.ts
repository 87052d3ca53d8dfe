import { expect, test } from 'vitest';
import { matchUri } from '../../runtime/features/match-uri.js';
import type { UriMatcher } from '../../runtime/index.js';

const search: UriMatcher = {
  pattern: /^app:\/\/([^/?]*)(?:\/([^?]*))?$/u,
  path: [{ name: 'host' }, { name: 'segments', separator: '/' }],
  query: [{ name: 'q' }, { name: 'tag', separator: '' }, { name: 'ids', separator: ',' }],
};

test.each([
  ['values of a list', 'app://h?', 'tag=1&'],
  ['empty parameters', 'app://h?', '&'],
  ['segments of a path', 'app://h', '/a'],
  ['values behind commas', 'app://h?ids=', '1,'],
  ['encoded characters', 'app://h?q=', '%C3%BC'],
])('ten times as many %s take about ten times as long', (_what, start, piece) => {
  const measure = (count: number): number => {
    const uri = start + piece.repeat(count);
    const before = process.cpuUsage();
    expect(matchUri(search, uri)).toBeDefined();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  measure(20_000);
  expect(measure(200_000)).toBeLessThan(50 + 40 * Math.min(measure(20_000), measure(20_000)));
});
