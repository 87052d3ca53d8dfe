import { describe, expect, test } from 'vitest';
import { makeBusyServer, openSession } from './http-fixture.js';
import { serve } from './http-kit.js';
import { initialize, modern, request } from './wire.js';

const call = (id: unknown, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });

describe('batches over HTTP (2025-03-26 basic/transports#sending-messages-to-the-server)', () => {
  test('are answered in one array, with the ids of their requests', async () => {
    const { session } = await openSession('2025-03-26');
    const { status, headers, body } = await session.post([
      request(1, 'ping'),
      { jsonrpc: '2.0', method: 'notifications/nonsense' },
      call('two', 'echo', { a: 1 }),
      { jsonrpc: '2.0', id: 9, result: {} },
      { jsonrpc: '2.0', id: 3 },
    ]);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    const answers = JSON.parse(body) as readonly { id: unknown }[];
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 3, 'two']);
  });

  test('are answered as events when something is said before', async () => {
    const { session } = await openSession('2025-03-26');
    const stream = await session.stream([
      request(1, 'tools/call', { name: 'report', _meta: { progressToken: 'a' } }),
      request(2, 'ping'),
    ]);
    const messages = await stream.rest();
    expect(messages.filter(({ method }) => method === 'notifications/progress')).toHaveLength(3);
    const answers = messages.at(-1) as unknown as readonly { id: unknown }[];
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2]);
  });

  test('of notifications and responses get 202 and no body', async () => {
    const { session } = await openSession('2025-03-26');
    const notification = { jsonrpc: '2.0', method: 'notifications/nonsense' };
    const malformed = { ...notification, params: [] };
    for (const message of [[notification, malformed, { jsonrpc: '2.0', id: 1, result: {} }], [malformed]]) {
      const { status, body } = await session.post(message);
      expect([status, body]).toEqual([202, '']);
    }
  });

  test.each([
    ['application/json, text/event-stream', 'text/event-stream', ''],
    [
      'application/json',
      'application/json',
      '[{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"The request was cancelled"}},' +
        '{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"The request was cancelled"}}]',
    ],
  ])('whose requests are all cancelled are ended as a client wants that accepts %s', async (Accept, type, expected) => {
    const { session } = await openSession('2025-03-26');
    const cancel = (requestId: number): object => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    const batch = [call(1, 'wait'), call(2, 'wait'), cancel(1), cancel(2)];
    const { status, headers, body } = await session.post(batch, { Accept });
    expect([status, headers['content-type'], body]).toEqual([200, type, expected]);
  });

  test('that are empty get 400', async () => {
    const { session } = await openSession('2025-03-26');
    const { status, messages } = await session.post([]);
    expect([status, messages[0]?.['error'].code]).toEqual([400, -32600]);
  });

  test('do not open a session', async () => {
    const server = await serve(makeBusyServer());
    const { status, headers } = await server.post([initialize(1, '2025-03-26')]);
    expect([status, headers['mcp-session-id']]).toEqual([400, undefined]);
  });

  test('carry nothing modern', async () => {
    const { session } = await openSession('2025-03-26');
    const { body } = await session.post([modern(1, 'tools/list'), request(2, 'ping')]);
    const answers = JSON.parse(body) as readonly { id: unknown; error?: { code: number } }[];
    expect(answers.find(({ id }) => id === 1)?.error?.code).toBe(-32600);
    expect(answers.find(({ id }) => id === 2)?.error).toBeUndefined();
  });

  test.each(['2024-11-05', '2025-06-18', '2025-11-25'])('are refused in sessions of %s', async (revision) => {
    const { session } = await openSession(revision);
    const { status, messages } = await session.post([request(1, 'ping')]);
    expect([status, messages[0]?.['error'].code, messages[0]?.['id']]).toEqual([400, -32600, undefined]);
  });
});
