import { describe, expect, test } from 'vitest';
import { oneTool } from './fixture-server.js';
import { serve } from './http-kit.js';
import { feed, initialize, modern, parseLines, request, talk, type Wire } from './wire.js';

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

describe('nesting of a hundred thousand', () => {
  const able = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, sampling: {}, roots: {} } };
  /** The text of a message in which "DEEP" stands for the nested value. */
  const nest = (message: Wire): string => JSON.stringify(message).replace('"DEEP"', deep('[', ']'));
  const error = { code: -32600, message: 'Invalid Request: the message is nested too deeply' };
  const asking = oneTool(async (_, { roots }) => JSON.stringify(await roots()));

  test.each([
    ['arguments', request(1, 'tools/call', { name: 'probe', arguments: { a: 'DEEP' } })],
    ['arguments of a client that can be asked', modern(1, 'tools/call', { name: 'probe', arguments: 'DEEP' }, able)],
    ['a name', request(1, 'tools/call', { name: 'DEEP' })],
    ['a cursor', request(1, 'tools/list', { cursor: 'DEEP' })],
    ['a version', modern(1, 'tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': 'DEEP' })],
    ['capabilities', modern(1, 'tools/list', {}, { 'io.modelcontextprotocol/clientCapabilities': { a: 'DEEP' } })],
    ['answers to questions', modern(1, 'tools/call', { name: 'probe', inputResponses: { roots: 'DEEP' } }, able)],
    ['a state', modern(1, 'tools/call', { name: 'probe', requestState: 'DEEP' }, able)],
    ['a filter', modern(1, 'subscriptions/listen', { notifications: 'DEEP' })],
    ['a version of initialize', request(1, 'initialize', { protocolVersion: 'DEEP' })],
  ])('in %s is refused, in an answer with the id', async (_, message) => {
    const answers = await talk(asking, [nest(message), modern(2, 'tools/list')]);
    expect(answers.find(({ id }) => id === 1)).toEqual({ jsonrpc: '2.0', id: 1, error });
    expect(answers.find(({ id }) => id === 2)).toHaveProperty('result');
  });

  test('in an id or a batch is refused, in an answer without an id', async () => {
    const id = nest({ jsonrpc: '2.0', id: 'DEEP', method: 'ping' });
    const batch = nest({ batch: 'DEEP' }).slice('{"batch":'.length, -1);
    expect((await talk(echo, [initialize(1, '2025-03-26'), id, batch])).slice(1)).toEqual([
      { jsonrpc: '2.0', error: { code: -32600, message: expect.stringContaining('"id" must be') as unknown } },
      { jsonrpc: '2.0', error },
    ]);
  });

  test('in a notification is ignored, and in a member that no message has it does no harm', async () => {
    const lines = [
      nest({ jsonrpc: '2.0', method: 'ping', params: 'DEEP' }),
      nest({ ...request(1, 'ping'), more: 'DEEP' }),
    ];
    expect(await talk(echo, lines)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  test.each([
    ['a name, with Mcp-Name', modern(1, 'tools/call', { name: 'DEEP' })],
    ['a version', modern(1, 'tools/call', { name: 'probe' }, { 'io.modelcontextprotocol/protocolVersion': 'DEEP' })],
    ['arguments', modern(1, 'tools/call', { name: 'probe', arguments: 'DEEP' }, able)],
    ['no modern metadata', request(1, 'tools/call', { name: 'probe', arguments: 'DEEP' })],
  ])('in %s over HTTP is answered with 400', async (_, message) => {
    const server = await serve(echo);
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'probe' };
    const { status, body } = await server.post(nest(message), headers);
    expect([status, JSON.parse(body)]).toEqual([400, { jsonrpc: '2.0', id: 1, error }]);
  });

  test('in a question is at most a thousand, and brackets in texts do not count', async () => {
    const call = (value: unknown) => modern(1, 'tools/call', { name: 'probe', arguments: { value } }, able);
    const nested = (depth: number): string =>
      JSON.stringify(call('DEEP')).replace('"DEEP"', '['.repeat(depth) + ']'.repeat(depth));
    // The message, its params and its arguments are three objects around the value.
    const [most] = await talk(asking, [nested(997)]);
    expect(most?.['result'].resultType).toBe('input_required');
    expect((await talk(asking, [nested(998)]))[0]?.['error']).toEqual(error);
    const [texts] = await talk(asking, [call([`\\"${'['.repeat(5000)}`, '{"\\'.repeat(5000)])]);
    expect(texts?.['result'].resultType).toBe('input_required');
  });
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

test('a name that cannot become a text is refused in both eras and over HTTP', async () => {
  const name = { toString: 1, valueOf: 1 };
  const error = { code: -32602, message: 'Invalid params: "name" must be a string' };
  const answers = await talk(echo, [request(1, 'tools/call', { name }), modern(2, 'tools/call', { name })]);
  expect(answers.map((answer) => answer['error'] as unknown)).toEqual([error, error]);
  const server = await serve(echo);
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call' };
  const { body } = await server.fetch({ body: JSON.stringify(modern(3, 'tools/call', { name })), headers });
  expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 3, error });
});

test('two thousand calls at once are all answered', async () => {
  const calls = Array.from({ length: 2000 }, (_, id) =>
    request(id, 'tools/call', { name: 'probe', arguments: { id } }),
  );
  const answers = await talk(echo, calls);
  expect(new Set(answers.map(({ id, result }) => `${id} ${result.content[0].text}`)).size).toBe(2000);
});

test('an answer that no server asked for, nested a hundred thousand times, does no harm', async () => {
  const nested = `{"jsonrpc":"2.0","id":"elicit_1","result":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`;
  const answered = await feed(echo, [nested, `${JSON.stringify(request('p', 'ping'))}\n`]);
  expect(parseLines(answered)).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }]);
});
