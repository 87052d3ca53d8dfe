import { describe, expect, test } from 'vitest';
import type {
  ForwardOperation,
  PathParameter,
  QueryParameter,
} from '../../runtime/features/apis/forward-definition.js';
import { callOperation } from './call-operation.js';
import { useRecordingServer } from './recording-server.js';

const server = useRecordingServer();

async function send(operation: ForwardOperation, input: unknown) {
  await callOperation(server.url, operation, input);
  const request = server.requests.at(-1);
  if (request === undefined) throw new Error('Nothing arrived');
  return request;
}

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };
const color = { name: 'color', from: ['color'] };

describe('style examples of OpenAPI 3.1.1, path', () => {
  test.each<[PathParameter['style'], boolean, unknown, string]>([
    ['matrix', false, '', ';color'],
    ['matrix', false, 'blue', ';color=blue'],
    ['matrix', false, list, ';color=blue,black,brown'],
    ['matrix', false, object, ';color=R,100,G,200,B,150'],
    ['matrix', true, '', ';color'],
    ['matrix', true, 'blue', ';color=blue'],
    ['matrix', true, list, ';color=blue;color=black;color=brown'],
    ['matrix', true, object, ';R=100;G=200;B=150'],
    ['label', false, 'blue', '.blue'],
    ['label', false, list, '.blue,black,brown'],
    ['label', false, object, '.R,100,G,200,B,150'],
    ['label', true, 'blue', '.blue'],
    ['label', true, list, '.blue.black.brown'],
    ['label', true, object, '.R=100.G=200.B=150'],
    ['simple', false, 'blue', 'blue'],
    ['simple', false, list, 'blue,black,brown'],
    ['simple', false, object, 'R,100,G,200,B,150'],
    ['simple', true, 'blue', 'blue'],
    ['simple', true, list, 'blue,black,brown'],
    ['simple', true, object, 'R=100,G=200,B=150'],
  ])('%s, explode %s: %j is %s', async (style = 'simple', explode, value, expected) => {
    const { target } = await send({ method: 'GET', path: ['/c/', { ...color, style, explode }] }, { color: value });
    expect(target).toBe(`/c/${expected}`);
  });
});

describe('style examples of OpenAPI 3.1.1, query', () => {
  test.each<[QueryParameter['style'], boolean, unknown, string]>([
    ['form', false, '', '?color='],
    ['form', false, 'blue', '?color=blue'],
    ['form', false, list, '?color=blue,black,brown'],
    ['form', false, object, '?color=R,100,G,200,B,150'],
    ['form', true, '', '?color='],
    ['form', true, 'blue', '?color=blue'],
    ['form', true, list, '?color=blue&color=black&color=brown'],
    ['form', true, object, '?R=100&G=200&B=150'],
    ['spaceDelimited', false, list, '?color=blue%20black%20brown'],
    ['spaceDelimited', false, object, '?color=R%20100%20G%20200%20B%20150'],
    ['pipeDelimited', false, list, '?color=blue%7Cblack%7Cbrown'],
    ['pipeDelimited', false, object, '?color=R%7C100%7CG%7C200%7CB%7C150'],
    ['deepObject', true, object, '?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    // Not in the table: Swagger 2.0's `tsv`, 3.2's `in: querystring`, and what servers make of deeper objects.
    ['tabDelimited', false, list, '?color=blue%09black%09brown'],
    [
      'whole',
      true,
      { ...object, L: list, O: object },
      `?R=100&G=200&B=150&L=blue&L=black&L=brown&O=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D`,
    ],
    [
      'deepObject',
      true,
      { a: { b: [1, 2], c: [{ d: true }] } },
      '?color%5Ba%5D%5Bb%5D%5B%5D=1&color%5Ba%5D%5Bb%5D%5B%5D=2&color%5Ba%5D%5Bc%5D%5B0%5D%5Bd%5D=true',
    ],
  ])('%s, explode %s: %j is %s', async (style = 'form', explode, value, expected) => {
    const { target } = await send(
      { method: 'GET', path: ['/c'], query: [{ ...color, style, explode }] },
      { color: value },
    );
    expect(target).toBe(`/c${expected}`);
  });

  test('reserved characters are sent as they are on request, except those that end a value', async () => {
    const value = "a:/?#[]@!$&'()*+,;=% %41é";
    const query = [
      { ...color, allowReserved: true as const },
      { name: 'plain', from: ['color'] },
    ];
    const { target } = await send({ method: 'GET', path: ['/c'], query }, { color: value });
    expect(target).toBe(
      '/c?color=a:/?%23[]@!$%26%27()*%2B,;=%25%20%41%C3%A9' +
        '&plain=a%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25%20%2541%C3%A9',
    );
  });

  test('what is absent, null or empty is not sent, and what is false or 0 is', async () => {
    const names = ['absent', 'none', 'list', 'no', 'zero', 'holes'];
    const query = [
      ...names.map((name) => ({ name, from: [name] })),
      { name: 'pipe', from: ['holes'], style: 'pipeDelimited' as const },
      { name: 'deep', from: ['deep'], style: 'deepObject' as const },
      { name: 'json', from: ['deep'], isJson: true as const },
    ];
    const deep = { a: { b: null, c: [] }, d: 1 };
    const input = { none: null, list: [], no: false, zero: 0, holes: ['a', null, 'b'], deep };
    const { target } = await send({ method: 'GET', path: ['/c'], query }, input);
    expect(decodeURIComponent(target)).toBe(
      '/c?no=false&zero=0&holes=a&holes=b&pipe=a|b&deep[d]=1&json={"a":{"b":null,"c":[]},"d":1}',
    );
  });

  test('the names around a value have at most 1,000 characters together', async () => {
    const query = [{ ...color, style: 'deepObject' as const }];
    const operation = { method: 'GET', path: ['/c'], query };
    // color%5B…%5D
    const fits = { ['x'.repeat(989)]: 1 };
    expect((await send(operation, { color: fits })).target).toBe(`/c?color%5B${'x'.repeat(989)}%5D=1`);
    await expect(callOperation(server.url, operation, { color: { ['x'.repeat(990)]: 1 } })).rejects.toThrow(
      'An argument is nested too deeply, or its names are too long: at most 1000 characters',
    );
  });

  test('an object may have no property with the name of another argument, and none without a name', async () => {
    const query = [color, { name: 'size', from: ['size'] }];
    const operation = { method: 'GET', path: ['/c'], query };
    expect((await send(operation, { color: { R: 1 }, size: 2 })).target).toBe('/c?R=1&size=2');
    await expect(callOperation(server.url, operation, { color: { size: 1 } })).rejects.toThrow(
      'Argument "color" must not have the property "size": that is another argument',
    );
    await expect(callOperation(server.url, operation, { color: { '': 'api_key=x' } })).rejects.toThrow(
      'Argument "color" must not have a property without a name',
    );
  });

  test('a query that the document has in its path comes first, and a fragment is not sent', async () => {
    const query = [{ name: 'q', from: ['q'] }];
    expect((await send({ method: 'GET', path: ['/c?fixed=1'], query }, { q: 'x' })).target).toBe('/c?fixed=1&q=x');
    expect((await send({ method: 'GET', path: ['/c#second'], query }, { q: 'x' })).target).toBe('/c?q=x');
  });
});

describe('headers and cookies', () => {
  test.each<[boolean, unknown, string]>([
    [false, 'blue', 'blue'],
    [false, list, 'blue,black,brown'],
    [false, object, 'R,100,G,200,B,150'],
    [true, object, 'R=100,G=200,B=150'],
  ])('header, explode %s: %j is %s', async (explode, value, expected) => {
    const operation = { method: 'GET', path: ['/c'], headers: [{ name: 'X-Color', from: ['color'], explode }] };
    expect((await send(operation, { color: value })).headers['x-color']).toBe(expected);
  });

  test('a header is not percent-encoded, what is not ASCII is UTF-8, and none is sent without a value', async () => {
    const operation = { method: 'GET', path: ['/c'], headers: [{ name: 'X-Color', from: ['color'] }] };
    for (const input of [{}, { color: null }]) {
      expect((await send(operation, input)).headers).not.toHaveProperty('x-color');
    }
    const { headers } = await send(operation, { color: 'a b%/é' });
    expect(Buffer.from(String(headers['x-color']), 'latin1').toString('utf8')).toBe('a b%/é');
  });

  test.each<[unknown, boolean, string]>([
    ['blue; admin=1', true, 'color=blue%3B%20admin%3D1; size=1'],
    [list, false, 'color=blue,black,brown; size=1'],
    [list, true, 'color=blue; color=black; color=brown; size=1'],
    [object, true, 'R=100; G=200; B=150; size=1'],
  ])('cookie %j, explode %s, is %s', async (value, explode, expected) => {
    const cookies = [
      { ...color, explode },
      { name: 'size', from: ['size'] },
    ];
    const { headers } = await send({ method: 'GET', path: ['/c'], cookies }, { color: value, size: 1 });
    expect(headers['cookie']).toBe(expected);
  });
});

test('arguments may lie deep, and keys that clients refuse get their own names back', async () => {
  const query = [{ name: 'filter', from: ['options', 'filter'], style: 'deepObject' as const, renames: 'Filter' }];
  const api = {
    renames: {
      Filter: { properties: { dollar_where: { name: '$where', renames: 'Filter' } }, values: 'Other' },
      Other: { properties: { a_b: { name: 'a b' } } },
    },
  };
  const input = { options: { filter: { dollar_where: { dollar_where: 1 }, free: { a_b: 2 } } } };
  await callOperation(server.url, { method: 'GET', path: ['/c'], query }, input, { api });
  expect(server.requests.at(-1)?.target).toBe('/c?filter%5B%24where%5D%5B%24where%5D=1&filter%5Bfree%5D%5Ba%20b%5D=2');
});
