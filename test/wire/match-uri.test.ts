import { describe, expect, test } from 'vitest';
import { matchUri } from '../../runtime/features/match-uri.js';
import type { UriMatcher } from '../../runtime/index.js';

const search: UriMatcher = {
  pattern: /^app:\/\/([^/?]*)(?:\/([^?]*))?$/u,
  path: [{ name: 'host' }, { name: 'segments', separator: '/' }],
  query: [{ name: 'q' }, { name: 'tag', separator: '' }, { name: 'ids', separator: ',' }],
};

describe('URI templates (RFC 6570)', () => {
  test.each([
    ['app://h', { host: 'h' }],
    ['app://h/', { host: 'h', segments: [] }],
    ['app://h/a/b%2Fc', { host: 'h', segments: ['a', 'b/c'] }],
    ['app://?q=', { host: '', q: '' }],
    ['app://h?', { host: 'h' }],
    ['app://h?q=a%20b+c', { host: 'h', q: 'a b+c' }],
    ['app://h?tag=1&q=x&tag=2&', { host: 'h', q: 'x', tag: ['1', '2'] }],
    ['app://h?ids=1,2%2C3', { host: 'h', ids: ['1', '2,3'] }],
    ['app://h?ids=', { host: 'h', ids: [] }],
    ['app://h?q=a=b', { host: 'h', q: 'a=b' }],
    ['app://h?q', { host: 'h', q: '' }],
    ['app://h?%71=x', { host: 'h', q: 'x' }],
    ['app://J%C3%BCrgen', { host: 'Jürgen' }],
  ])('%s', (uri, expected) => {
    expect(matchUri(search, uri)).toEqual(expected);
  });

  test.each([
    'web://h',
    'app://h?other=1',
    'app://h?q=1&other',
    'app://h?q=1&q=2',
    'app://%E0%A4%A',
    'app://h?q=%',
    'app://h?%=1',
    'app://h/%c0%80',
    'app://h?__proto__=1',
  ])('%s does not match', (uri) => {
    expect(matchUri(search, uri)).toBeUndefined();
  });

  test('a template without a query sees the whole URI', () => {
    const literal: UriMatcher = { pattern: /^app:\/\/x\?v=1&id=(.*)$/u, path: [{ name: 'id' }], query: [] };
    expect(matchUri(literal, 'app://x?v=1&id=7')).toEqual({ id: '7' });
    expect(matchUri(literal, 'app://x')).toBeUndefined();
  });

  test('one variable has one value', () => {
    const twice: UriMatcher = { pattern: /^(.*)-(.*)$/u, path: [{ name: 'x' }, { name: 'x' }], query: [] };
    expect(matchUri(twice, 'a-%61')).toEqual({ x: 'a' });
    expect(matchUri(twice, 'a-b')).toBeUndefined();
  });

  test('a variable called __proto__ is one like any other', () => {
    const odd: UriMatcher = { pattern: /^(.*)$/u, path: [{ name: '__proto__' }], query: [] };
    expect(JSON.stringify(matchUri(odd, 'x'))).toBe('{"__proto__":"x"}');
  });

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
});
