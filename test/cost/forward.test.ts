import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { buildRequest } from '../../runtime/features/apis/build-request.js';
import { decodeResponse, readMediaType } from '../../runtime/features/apis/decode-response.js';
import type { ForwardApi, ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { maskSecrets } from '../../runtime/core/results/mask-secrets.js';
import { resolveServer } from '../../runtime/features/apis/resolve-server.js';
import { callOperation } from '../forward/call-operation.js';
import { measureGrowth } from '../kit/measure-growth.js';

const api: ForwardApi = { name: 'a', server: { url: 'http://a.example', environment: 'A_URL' } };
const from = ['a'] as const;
const form = (part: object): Partial<ForwardOperation> => ({
  body: { mediaType: 'application/x-www-form-urlencoded', encoding: 'form', value: { from }, parts: { a: part } },
});
const multipart = (part: object): Partial<ForwardOperation> => ({
  body: { mediaType: 'multipart/form-data', encoding: 'multipart', value: { from }, parts: { a: part } },
});
const list = (count: number) => Array.from({ length: count }, (_, index) => `v ${index}`);
const members = (count: number) => Object.fromEntries(list(count).map((key) => [key, key]));
const nest = (levels: number): object => {
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { a: value, b: 1 };
  return value;
};

describe('ten times as long an argument is sent in about ten times the time', () => {
  test.each<readonly [string, Partial<ForwardOperation>, (count: number) => unknown]>([
    ['members of a form', form({}), members],
    ['items of a form', form({}), (count) => ({ a: list(count) })],
    ['parts of a multipart body', multipart({}), members],
    ['files of a multipart body', multipart({ file: 'text' }), (count) => ({ a: list(count) })],
    ['Base64 of white space', multipart({ file: 'base64' }), (count) => ({ a: 'AA ='.repeat(count) })],
    ['the padding of Base64', multipart({ file: 'base64' }), (count) => ({ a: `A${'='.repeat(count)}A` })],
    ['a name of quotes', multipart({}), (count) => ({ ['"\r\n'.repeat(count)]: 1 })],
    [
      'a media type',
      multipart({ file: 'text' }),
      (count) => ({ a: { text: '', mediaType: `a/b${' ; a=b'.repeat(count)} ` } }),
    ],
    ['a list in a query', { query: [{ name: 'a', from }] }, list],
    ['a deep object', { query: [{ name: 'a', from, style: 'deepObject' }] }, members],
    [
      'a deep object of many levels',
      { query: [{ name: 'a', from, style: 'deepObject' }] },
      (count) => nest(count / 10),
    ],
    [
      'a deep object with a long name around many',
      { query: [{ name: 'a', from, style: 'deepObject' }] },
      (count) => ({ ['k'.repeat(count)]: members(count) }),
    ],
    ['reserved characters', { query: [{ name: 'a', from, allowReserved: true }] }, (count) => '%&#'.repeat(count)],
    ['a lone surrogate', { query: [{ name: 'a', from }] }, (count) => '\ud800 '.repeat(count)],
    ['members of a path', { path: ['/', { name: 'a', from, style: 'matrix', explode: true }] }, members],
    ['dots of a path', { path: ['/', { name: 'a', from }] }, (count) => './'.repeat(count)],
    ['a header', { headers: [{ name: 'a', from }] }, (count) => 'ü '.repeat(count)],
    ['cookies', { cookies: [{ name: 'a', from }] }, (count) => ({ ...list(count) })],
  ])('%s', async (_what, operation, makeArgument) => {
    await measureGrowth(2_000, (count) => {
      const input = { a: makeArgument(count) };
      try {
        buildRequest(api, { method: 'POST', path: ['/'], ...operation }, input);
      } catch (error) {
        expect((error as Error).name).toBe('ForwardError');
      }
    });
  });

  test('many objects as parameters', async () => {
    await measureGrowth(300, (count) => {
      const names = list(count).map((name) => name.replace(' ', ''));
      const query = names.map((name) => ({ name, from: [name], explode: true }));
      const input = Object.fromEntries(names.map((name) => [name, { [`x${name}`]: 1 }]));
      expect(buildRequest(api, { method: 'GET', path: ['/'], query }, input).query).toHaveLength(count);
    });
  });
});

describe('ten times as long an answer of an API is read in about ten times the time', () => {
  test.each<readonly [string, string, (count: number) => string]>([
    ['JSON', 'application/json', (count) => `[${'{"a":[1]},'.repeat(count)}1]`],
    ['JSON that does not end', 'application/json', (count) => '[{"a":'.repeat(count)],
    ['long integers', 'application/json', (count) => `[${'12345678901234567891,'.repeat(count)}1]`],
    ['a long integer behind lists', 'application/json', (count) => `[${'[],'.repeat(count)}12345678901234567891]`],
    ['a text', 'text/plain; charset=utf-16le', (count) => 'ab'.repeat(count)],
    ['a text of another charset', 'text/plain; charset=iso-2022-jp', (count) => '\u001b$B'.repeat(count)],
    ['white space of no type', '', (count) => `${' \n'.repeat(count)}x`],
    ['an image', 'image/png', (count) => 'ab'.repeat(count)],
  ])('%s', async (_what, type, makeBody) => {
    await measureGrowth(20_000, (count) =>
      decodeResponse(Buffer.from(makeBody(count)), readMediaType(type), 'http://a.example'),
    );
  });

  test.each([
    ['text/plain', ' ; charset', ''],
    ['text/plain;', ' \t', 'x'],
    ['application/', 'a+', 'x'],
    ['', '+xml', '!'],
  ])('a media type: %j, %j …, %j', async (begin, piece, end) => {
    await measureGrowth(20_000, (count) => readMediaType(begin + piece.repeat(count) + end));
  });

  test('an error that repeats a secret', async () => {
    await measureGrowth(20_000, (count) => maskSecrets('secret<'.repeat(count), ['secret', 'secret<s', 'cretsecre']));
  });

  let answer: Uint8Array = new Uint8Array();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(answer);
  });
  afterAll(() => server.close());

  test('gzip', async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await measureGrowth(50_000, async (count) => {
      answer = gzipSync(`["${' '.repeat(10 * count)}"]`);
      const result = await callOperation(url, { method: 'GET', path: ['/'] }, {});
      expect(JSON.stringify(result).length).toBeGreaterThan(10 * count);
    });
  });
});

test('ten times as many slashes in the URL of a server take about ten times as long', async () => {
  await measureGrowth(5_000, (count) => {
    const url = `http://a.example${'/'.repeat(count)}x`;
    expect(resolveServer(api, { url, environment: 'NO_SUCH_URL' })).toBe(url);
  });
});
