import { describe, expect, test } from 'vitest';
import type { UriMatcher } from '../../runtime/index.js';
import { makeDefinition, makeHandlers } from './fixture-server.js';
import { request, talk } from './wire.js';

const search: UriMatcher = {
  pattern: /^app:\/\/([^/?]*)(?:\/([^?]*))?$/u,
  path: [{ name: 'host' }, { name: 'segments', separator: '/' }],
  query: [{ name: 'q' }, { name: 'tag', separator: '' }, { name: 'ids', separator: ',' }],
};

/** JSON text of the variables that the handler of a template gets; `undefined` when the URI is not found. */
async function readVariables(matcher: UriMatcher, uri: string, uriTemplate = 'app:{x}'): Promise<string | undefined> {
  const definition = makeDefinition({ resourceTemplates: [{ uriTemplate, fields: {}, matcher }] });
  const handlers = makeHandlers({ resourceTemplates: { [uriTemplate]: JSON.stringify } });
  const [answer] = await talk({ definition, handlers }, [request(1, 'resources/read', { uri })]);
  if (answer?.['error'] !== undefined) expect(answer['error']).toMatchObject({ code: -32002, data: { uri } });
  return answer?.['result']?.contents[0].text;
}

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
  ])('%s', async (uri, expected) => {
    expect(JSON.parse((await readVariables(search, uri)) ?? '')).toEqual(expected);
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
  ])('%s does not match', async (uri) => {
    expect(await readVariables(search, uri)).toBeUndefined();
  });

  test('a template without a query sees the whole URI', async () => {
    const literal: UriMatcher = { pattern: /^app:\/\/x\?v=1&id=(.*)$/u, path: [{ name: 'id' }], query: [] };
    expect(await readVariables(literal, 'app://x?v=1&id=7')).toBe('{"id":"7"}');
    expect(await readVariables(literal, 'app://x')).toBeUndefined();
  });

  test.each(['app://ü/7', 'app://%C3%BC/7', 'app://%c3%bc/7'])('app://ü/{x} matches %s', async (uri) => {
    const pattern = /^app:\/\/(?:ü|%[Cc]3%[Bb][Cc])\/([^/?#]+)$/u;
    expect(await readVariables({ pattern, path: [{ name: 'x' }], query: [] }, uri, 'app://ü/{x}')).toBe('{"x":"7"}');
  });

  test('one variable has one value', async () => {
    const twice: UriMatcher = { pattern: /^app:(.*)-(.*)$/u, path: [{ name: 'x' }, { name: 'x' }], query: [] };
    expect(await readVariables(twice, 'app:a-%61')).toBe('{"x":"a"}');
    expect(await readVariables(twice, 'app:a-b')).toBeUndefined();
  });

  test('a variable called __proto__ is one like any other', async () => {
    const odd: UriMatcher = { pattern: /^app:(.*)$/u, path: [{ name: '__proto__' }], query: [] };
    expect(await readVariables(odd, 'app:x')).toBe('{"__proto__":"x"}');
  });
});
