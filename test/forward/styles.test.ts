import { describe, expect, test } from 'vitest';
import type { ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { readTable } from '../kit/read-table.js';
import { callOperation } from './call-operation.js';
import { useRecordingServer } from './recording-server.js';

const server = useRecordingServer();

async function send(operation: ForwardOperation, input: unknown) {
  await callOperation(server.url, operation, input);
  const request = server.requests.at(-1);
  if (request === undefined) throw new Error('Nothing arrived');
  return request;
}

const color = { name: 'color', from: ['color'] };

/**
 * The examples of OpenAPI 3.1.1 are in the table next to this file, and what is in none of them: `tsv` of Swagger 2.0,
 * `in: querystring` of 3.2, and what servers make of deeper objects.
 */
test.each(readTable('forward/styles.tsv'))(
  'in the %s, style %s, explode %s: %s is %s',
  async (place = '', style = '', explode, value = '', expected) => {
    const parameter = { ...color, explode: explode === 'true' };
    const styled = { ...parameter, style: style as 'simple' & 'form' };
    const operation: { readonly [place: string]: Partial<ForwardOperation> } = {
      path: { path: ['/c/', styled] },
      query: { query: [styled] },
      header: { headers: [{ ...parameter, name: 'X-Color' }] },
      cookie: { cookies: [parameter, { name: 'size', from: ['size'] }] },
    };
    const input = { color: JSON.parse(value) as unknown, size: 1 };
    const { target, headers } = await send({ method: 'GET', path: ['/c'], ...operation[place] }, input);
    const sent = {
      path: target.slice(3),
      query: target.slice(2),
      header: headers['x-color'],
      cookie: headers['cookie'],
    };
    expect(sent[place as 'path']).toBe(expected);
  },
);

describe('a query', () => {
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
      'An argument is nested too deeply, or its names are too long (at most 1000 characters are allowed)',
    );
  });

  test('an object may have no property with the name of another argument, and none without a name', async () => {
    const query = [color, { name: 'size', from: ['size'] }];
    const operation = { method: 'GET', path: ['/c'], query };
    expect((await send(operation, { color: { R: 1 }, size: 2 })).target).toBe('/c?R=1&size=2');
    await expect(callOperation(server.url, operation, { color: { size: 1 } })).rejects.toThrow(
      'Argument "color" must not have the property "size": it is another argument',
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

test('a header is not percent-encoded, what is not ASCII is UTF-8, and none is sent without a value', async () => {
  const operation = { method: 'GET', path: ['/c'], headers: [{ name: 'X-Color', from: ['color'] }] };
  for (const input of [{}, { color: null }]) {
    expect((await send(operation, input)).headers).not.toHaveProperty('x-color');
  }
  const { headers } = await send(operation, { color: 'a b%/é' });
  expect(Buffer.from(String(headers['x-color']), 'latin1').toString('utf8')).toBe('a b%/é');
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
