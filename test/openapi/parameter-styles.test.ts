import { expect, test } from 'vitest';
import { useRecordingServer } from '../forward/recording-server.js';
import { documentOf, readApi } from './read-api.js';
import { sendOperation } from './send-operation.js';

const server = useRecordingServer();

/** The request of `GET /things/{id}`. */
function send(parameters: readonly object[], input: object, version = '3.2.0') {
  const info = { title: 'T', version: '1' };
  const paths = { '/things/{id}': { get: { operationId: 'send', parameters } } };
  const document = { [version === '2.0' ? 'swagger' : 'openapi']: version, info, paths };
  return sendOperation(server, { 'definitions/api.openapi.json': document }, { id: 'x', ...input });
}

test('lists in lists have the collectionFormat of their items', async () => {
  const inner = { type: 'array', items: { type: 'string' } };
  const outer = (collectionFormat: string | undefined) => ({ type: 'array', items: { ...inner, collectionFormat } });
  const parameters = [
    { name: 'a', in: 'query', collectionFormat: 'pipes', ...outer('csv') },
    { name: 'b', in: 'query', collectionFormat: 'multi', ...outer('ssv') },
    { name: 'X-C', in: 'header', ...outer('pipes') },
  ];
  const lists = [['1', '2'], ['3']];
  const { target, headers } = await send(parameters, { a: lists, b: lists, 'X-C': lists }, '2.0');
  expect(target).toBe('/things/x?a=1%2C2%7C3&b=1%202&b=3');
  expect(headers['x-c']).toBe('1|2,3');
});

test('lists in a header and in the path have their collectionFormat, which was read in the query only', async () => {
  const list = { type: 'array', items: { type: 'string' } };
  const parameters = [
    { name: 'id', in: 'path', required: true, collectionFormat: 'pipes', ...list },
    { name: 'X-A', in: 'header', collectionFormat: 'ssv', ...list },
    {
      name: 'X-B',
      in: 'header',
      collectionFormat: 'tsv',
      type: 'array',
      items: { ...list, collectionFormat: 'pipes' },
    },
    { name: 'X-C', in: 'header', collectionFormat: 'pipes', ...list },
  ];
  const input = { id: ['1', '2/3'], 'X-A': ['a', 'b'], 'X-B': [['a', 'b'], ['c']], 'X-C': [] };
  const { target, headers } = await send(parameters, input, '2.0');
  expect(target).toBe('/things/1%7C2%2F3');
  expect([headers['x-a'], headers['x-b'], headers['x-c']]).toEqual(['a b', 'a|b\tc', '']);
});

test('lists in lists of a form have the collectionFormat of their items', async () => {
  const items = { type: 'array', collectionFormat: 'pipes', items: { type: 'string' } };
  const post = {
    operationId: 'send',
    consumes: ['application/x-www-form-urlencoded'],
    parameters: [{ name: 'a', in: 'formData', type: 'array', items }],
  };
  const document = { swagger: '2.0', info: { title: 'T', version: '1' }, paths: { '/a': { post } } };
  const files = { 'definitions/api.openapi.json': document };
  expect((await sendOperation(server, files, { a: [['1', '2'], ['3']] })).body.toString()).toBe('a=1%7C2,3');
});

test('a cookie of style cookie is not percent-encoded', async () => {
  const { headers } = await send([{ name: 'c', in: 'cookie', style: 'cookie', schema: {} }], { c: 'a/b=c' });
  expect(headers['cookie']).toBe('c=a/b=c');
  const flat = { name: 'c', in: 'cookie', style: 'cookie', explode: false, schema: {} };
  expect((await send([flat], { c: { 'k!': 1, l: 2 } })).headers['cookie']).toBe('c=k!,1,l,2');
});

test('a query string with JSON content is the JSON text alone', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const { target } = await send([{ name: 'q', in: 'querystring', content }], { q: { a: [1, 'b&c'] } });
  expect(target).toBe('/things/x?%7B%22a%22%3A%5B1%2C%22b%26c%22%5D%7D');
});

test('allowReserved in a path keeps what a segment may have, from OpenAPI 3.2 on', async () => {
  const id = { name: 'id', in: 'path', required: true, allowReserved: true, schema: { type: 'string' } };
  const value = "a:b@c;d=e,f'%20 /?#[é]%";
  expect((await send([id], { id: value })).target).toBe("/things/a:b@c;d=e,f'%20%20%2F%3F%23%5B%C3%A9%5D%25");
  expect((await send([id], { id: 'a:b' }, '3.1.0')).target).toBe('/things/a%3Ab');
  for (const dots of ['%2e%2e', '..;x']) {
    await expect(send([id], { id: dots })).rejects.toThrow('must not be or contain the segment "." or ".."');
  }
});

test('additional operations have their methods in the case in which they are written', async () => {
  const additionalOperations = { Copy: { operationId: 'copy' }, LINK: { operationId: 'link' } };
  const { tools } = await readApi(documentOf({ additionalOperations, get: { operationId: 'list' } }, {}, '3.2.0'));
  const methods = Object.entries(tools).map(([name, { operation }]) => [name, operation.method]);
  expect(Object.fromEntries(methods)).toEqual({ list: 'GET', copy: 'Copy', link: 'LINK' });
  expect(tools['copy']?.description).toBe('Copy /things');
});
