import { expect, test } from 'vitest';
import { oneTool } from './fixture-server.js';
import { feed, initialize, parseLines, request, talk } from './wire.js';

const echo = oneTool((input: unknown) => input);
const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);

test.each([
  ['brackets', deep('[', ']'), { code: -32600 }],
  ['open brackets', '['.repeat(100_000), { code: -32700 }],
  ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, { code: -32600 }],
  ['a bracket as params', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep('[', ']')}}`, { code: -32600 }],
])('a hundred thousand %s do no harm', async (_, line, error) => {
  const answers = await talk(echo, [line, request(2, 'ping')]);
  expect(answers).toHaveLength(2);
  expect(answers.find(({ id }) => id !== 2)?.['error']).toMatchObject(error);
  expect(answers.find(({ id }) => id === 2)?.['result']).toEqual({});
});

test('arguments too deep to be written again are an error of the tool', async () => {
  const line = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe","arguments":{"a":${deep('[', ']')}}}}`;
  const answers = await talk(echo, [line, request(2, 'ping')]);
  expect(answers.find(({ id }) => id === 1)?.['result']).toMatchObject({ isError: true });
});

test('an id of a megabyte comes back', async () => {
  const id = 'é'.repeat(500_000);
  expect(await talk(echo, [request(id, 'ping')])).toEqual([{ jsonrpc: '2.0', id, result: {} }]);
});

test('keys with a meaning in JavaScript have none in a message', async () => {
  const answers = await talk(echo, [
    '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"id":2}}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"__proto__":{"name":"probe"}}}',
    '{"jsonrpc":"2.0","id":4,"method":"ping","params":{"_meta":{"__proto__":{"io.modelcontextprotocol/protocolVersion":"x"}}}}',
    '{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"cursor":"__proto__"}}',
    '{"__proto__":{"jsonrpc":"2.0","id":6,"method":"ping"}}',
  ]);
  const inOrder = answers.toSorted((a, b) => String(a['id']).localeCompare(String(b['id'])));
  expect(inOrder.map(({ id, result, error }) => [id, error?.code ?? result])).toEqual([
    [1, {}],
    [3, -32602],
    [4, {}],
    [5, -32602],
    [undefined, -32600],
  ]);
});

test('ten thousand calls at once are all answered', async () => {
  const calls = Array.from({ length: 10_000 }, (_, id) =>
    request(id, 'tools/call', { name: 'probe', arguments: { id } }),
  );
  const answers = await talk(echo, calls);
  expect(new Set(answers.map(({ id, result }) => `${id} ${result.content[0].text}`)).size).toBe(10_000);
});

test('a batch of more than a thousand entries is refused as a whole, in one answer', async () => {
  const answers = await talk(echo, [
    initialize('i', '2025-03-26'),
    Array.from({ length: 1001 }, () => 0),
    request('p', 'ping'),
  ]);
  expect(answers.slice(1)).toEqual([
    { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request: a batch may have 1000 entries' } },
    { jsonrpc: '2.0', id: 'p', result: {} },
  ]);
});

test('an answer that nobody asked for, nested a hundred thousand times, does no harm', async () => {
  const nested = `{"jsonrpc":"2.0","id":"elicit_1","result":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`;
  const answered = await feed(echo, [nested, `${JSON.stringify(request('p', 'ping'))}\n`]);
  expect(parseLines(answered)).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }]);
});
