import { describe, expect, test } from 'vitest';
import { byId } from '../kit/talk.js';
import { initialize, notification, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const tools = serveFixture('tools');
const strict = serveFixture('tools', 'strict');

test('5 initialize_01', async () => {
  const answer = await tools.ask(initialize(1));
  expect(answer).toMatchObject({
    id: 1,
    result: { protocolVersion: '2025-06-18', serverInfo: { name: 'test-server' } },
  });
});

test('6 initialize_newer_version_01', async () => {
  const { result } = await tools.ask(initialize(1, '2026-01-01'));
  expect(result.protocolVersion).toBe('2025-11-25');
});

test('7a initialize_older_version_01 (lenient, the default: the latest)', async () => {
  const { result } = await tools.ask(initialize(1, '2024-10-07'));
  expect(result.protocolVersion).toBe('2025-11-25');
});

test('7b initialize_older_version_01 (strict)', async () => {
  expect(await strict.ask(initialize(1, '2024-10-07'))).toMatchObject({ id: 1, error: { code: -32602 } });
});

test('7c initialize_rejected_version_data_01 (strict)', async () => {
  const { error } = await strict.ask(initialize(1, '2024-10-07'));
  expect(error?.data).toMatchObject({ supported: expect.arrayContaining(['2025-06-18']) as unknown });
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  '8 initialize_exact_version_01 (%s)',
  async (version) => {
    expect((await tools.ask(initialize(1, version))).result.protocolVersion).toBe(version);
    expect((await strict.ask(initialize(1, version))).result.protocolVersion).toBe(version);
  },
);

test('16 initialize_capabilities_01', async () => {
  const { result } = await tools.ask(initialize(1));
  expect(result.capabilities.tools).toEqual({});
  expect(result.capabilities).not.toHaveProperty('elicitation');
});

test('17b initialize_elicit_capabilities_01 (elicitation is no capability of servers)', async () => {
  const { result } = await tools.ask(initialize(1));
  expect(result.capabilities).toHaveProperty('tools');
  expect(result.capabilities).not.toHaveProperty('elicitation');
});

test('28 initialize_no_prompt_capabilities_01', async () => {
  expect((await tools.ask(initialize(1))).result.capabilities).not.toHaveProperty('prompts');
});

test('43 initialize_no_resource_capabilities_01', async () => {
  expect((await tools.ask(initialize(1))).result.capabilities).not.toHaveProperty('resources');
});

test('66 server_title_01', async () => {
  const { messages } = await tools.talk([initialize(1)], { START_OPTIONS: '{"title":"Test MCP Server"}' });
  expect(messages[0]?.result.serverInfo).toEqual({
    name: 'test-server',
    title: 'Test MCP Server',
    version: '1.0.0',
  });
});

test('67a server_no_title_01', async () => {
  expect((await tools.ask(initialize(1))).result.serverInfo).not.toHaveProperty('title');
});

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
    ['in between', '2025-05-01', '2025-03-26'],
    ['text that sorts behind all dates', 'latest', '2025-11-25'],
  ])('strict, %s: the highest that is not newer', async (_, version, negotiated) => {
    expect((await strict.ask(initialize('a', version))).result.protocolVersion).toBe(negotiated);
  });

  test.each([['2099-01-01'], ['2025-05-01'], ['2024-01-01'], [''], ['garbage'], [20250618], [null]])(
    'lenient, %j: the latest legacy revision',
    async (version) => {
      expect((await tools.ask(initialize(1, version))).result.protocolVersion).toBe('2025-11-25');
    },
  );

  test('lenient, missing: the latest legacy revision', async () => {
    expect((await tools.ask(request(1, 'initialize', {}))).result.protocolVersion).toBe('2025-11-25');
  });
});

describe('N3 a version that fits none, negotiated strictly', () => {
  const supported = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

  test.each([
    ['older', '2024-01-01', '2024-01-01'],
    ['empty', '', ''],
    ['no text', 20250618, ''],
    ['text that sorts before all dates', '1.0', '1.0'],
  ])('is -32602 with what is supported and what was requested: %s', async (_, version, requested) => {
    expect(await strict.ask(initialize('a', version))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32602, message: 'Unsupported protocol version', data: { supported, requested } },
    });
  });

  test('may be missing, which is like an empty one', async () => {
    const { error } = await strict.ask(request(1, 'initialize', {}));
    expect(error).toMatchObject({ code: -32602, data: { requested: '' } });
  });
});

test('N5 ping is answered before and after initialize', async () => {
  const { messages } = await tools.talk([request('first', 'ping'), initialize(1), request('last', 'ping')]);
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
