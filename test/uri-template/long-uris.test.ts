import { expect, test } from 'vitest';
import { matchUri } from '../../runtime/core/calls/match-uri.js';
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
])('200,000 %s are matched', (_what, start, piece) => {
  const before = process.cpuUsage();
  expect(matchUri(search, start + piece.repeat(200_000))).toBeDefined();
  const { user, system } = process.cpuUsage(before);
  // They take milliseconds; steps for each pair of them would take minutes.
  expect(user + system).toBeLessThan(5_000_000);
});
