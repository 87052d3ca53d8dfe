import { describe, expect, test } from 'vitest';
import { byId } from '../kit/talk.js';
import { initialize, notification, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const tools = serveFixture('tools');
const strict = serveFixture('tools', 'strict');

test('N1 the result has exactly its keys, and an empty title is none', async () => {
  const { messages } = await tools.talk([initialize(1)], { START_OPTIONS: '{"title":""}' });
  expect(messages).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { logging: {}, tools: {} },
        serverInfo: { name: 'test-server', version: '1.0.0' },
      },
    },
  ]);
});

describe('N2 the version that is negotiated', () => {
  test.each([
    ['newer', '2099-01-01', '2025-11-25'],
    ['modern', '2026-07-28', '2025-11-25'],
    ['in between', '2025-05-01', '2025-03-26'],
    ['text that sorts behind all dates', 'latest', '2025-11-25'],
  ])('strict, %s: the highest that is not newer', async (_, version, negotiated) => {
    expect((await strict.ask(initialize('a', version))).result.protocolVersion).toBe(negotiated);
  });

  test.each([['2026-07-28'], ['2099-01-01'], ['2025-05-01'], ['2024-01-01'], [''], ['garbage']])(
    'lenient, %j: the latest legacy revision',
    async (version) => {
      expect((await tools.ask(initialize(1, version))).result.protocolVersion).toBe('2025-11-25');
    },
  );

  test.each([[undefined], [20250618], [null]])(
    '%j, which is no text, is refused in both ways',
    async (protocolVersion) => {
      const { params } = initialize(1) as { readonly params: object };
      for (const server of [tools, strict]) {
        const { error } = await server.ask(request(1, 'initialize', { ...params, protocolVersion }));
        expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('protocolVersion') as unknown });
      }
    },
  );
});

describe('N3 a version that fits none, negotiated strictly', () => {
  const supported = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

  test.each([
    ['older', '2024-01-01', '2024-01-01'],
    ['empty', '', ''],
    ['text that sorts before all dates', '1.0', '1.0'],
  ])('is -32602 with what is supported and what was requested: %s', async (_, version, requested) => {
    expect(await strict.ask(initialize('a', version))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32602, message: 'Unsupported protocol version', data: { supported, requested } },
    });
  });
});

test('N5 ping is answered before and after initialize', async () => {
  const { messages } = await tools.talk([
    request('first', 'ping'),
    initialize(1),
    request('last', 'ping', { _meta: {} }),
  ]);
  expect(messages.filter(({ id }) => id !== 1)).toEqual([
    { jsonrpc: '2.0', id: 'first', result: {} },
    { jsonrpc: '2.0', id: 'last', result: {} },
  ]);
});

test('N6 unknown methods are errors, shutdown too; notifications are never answered', async () => {
  const { messages } = await tools.talk([
    notification('initialized'),
    notification('notifications/initialized'),
    notification('notifications/cancelled', { requestId: 7, reason: 'none' }),
    notification('exit'),
    notification('notifications/unheard_of', { a: 1 }),
    request(1, 'shutdown'),
    request(2, 'tools/unknown'),
  ]);
  const error = { code: -32601, message: 'Method not found' };
  expect(messages).toEqual([
    { jsonrpc: '2.0', id: 1, error },
    { jsonrpc: '2.0', id: 2, error },
  ]);
});

test('N7 initialize is not required, and it may be repeated', async () => {
  const { messages: answers } = await tools.talk([
    request(1, 'tools/list'),
    initialize(2, '2025-03-26'),
    request(3, 'tools/list'),
    initialize(4, '2025-06-18'),
    request(5, 'tools/list'),
  ]);
  const messages = byId(answers);
  expect(messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(messages[0]?.result.tools[0]).toHaveProperty('title');
  expect(messages[2]?.result.tools[0]).not.toHaveProperty('title');
  expect(messages[4]?.result.tools[0]).toHaveProperty('title');
});
