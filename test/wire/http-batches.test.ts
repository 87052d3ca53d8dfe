import { describe, expect, test } from 'vitest';
import { makeBusyServer, openSession } from './http-fixture.js';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { serve, until } from './http-kit.js';
import { cancellation, initialize, request, talk, type Wire } from './wire.js';

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
    const batch = [call(1, 'wait'), call(2, 'wait'), cancellation(1), cancellation(2)];
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

  test('have 8 MiB of results at most: what does not fit gets an error', async () => {
    const fields = { description: JSON.stringify('d'.repeat(1950)), inputSchema: '{"type":"object"}' };
    const tools = Array.from({ length: 1000 }, (_, index) => makeTool(`tool_${index}`, { fields }));
    const lists = Array.from({ length: 180 }, (_, id) => request(id, 'tools/list'));
    const handlers = makeHandlers({ tools: Object.fromEntries(tools.map(({ name }) => [name, () => ''])) });
    const server = await serve({ definition: makeDefinition({ tools }), handlers });
    const session = await server.initialize('2025-03-26');
    for (const headers of [{}, { Accept: 'text/event-stream' }]) {
      const { body, messages } = await session.post(lists, headers);
      expect(body.length).toBeLessThan(8.5 * 1024 * 1024);
      const answers = messages[0] as unknown as readonly Wire[];
      expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(lists.map(({ id }) => id));
      expect(answers.slice(0, 4).map(({ result }) => result.tools.length)).toEqual([1000, 1000, 1000, 1000]);
      expect([answers[4]?.['error'], answers[179]?.['error']]).toEqual(
        ['was served, but its result is omitted', 'was not served'].map((fate) => ({
          code: -32000,
          message: `The results of a batch can have at most 8388608 bytes in total. This request ${fate}: send it on its own, or in a smaller batch`,
        })),
      );
    }
  });

  test('have large results of calls and reads in the same bounds, also on stdio', async () => {
    const big = 'ä'.repeat(500_000);
    const subject = {
      definition: makeDefinition({
        tools: [makeTool('big')],
        resources: [{ uri: 'app://big', fields: { name: '"big"' } }],
      }),
      handlers: makeHandlers({ tools: { big: async () => big }, resources: { 'app://big': () => big } }),
    };
    const entries = Array.from({ length: 100 }, (_, id) =>
      id % 2 === 0 ? call(id, 'big') : request(id, 'resources/read', { uri: 'app://big' }),
    );
    const answers = await talk(subject, [initialize('i', '2025-03-26'), entries] as Wire[]);
    const results = answers.flat().filter(({ id, result }) => id !== 'i' && result !== undefined);
    expect(answers.flat()).toHaveLength(101);
    expect(results).toHaveLength(8);
  });

  test('begin 16 requests at a time: one that is cancelled before its turn never begins', async () => {
    const { busy, session } = await openSession('2025-03-26');
    const cancel = cancellation(16);
    const answer = session.post([...Array.from({ length: 18 }, (_, id) => call(id, 'wait')), cancel]);
    await until(() => busy.waiting.length === 16);
    busy.release();
    await until(() => busy.waiting.length === 17);
    busy.release();
    const answers = (await answer).messages[0] as unknown as readonly Wire[];
    expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 16 }).keys(), 17]);
    expect(busy.waiting.length).toBe(17);
  });

  test('end with their session: what has not begun never begins', async () => {
    const { busy, session } = await openSession('2025-03-26');
    const answer = session.post(Array.from({ length: 40 }, (_, id) => call(id, 'wait')));
    await until(() => busy.waiting.length === 16);
    await session.send('DELETE');
    await answer;
    expect([busy.waiting.length, busy.stopped.length]).toEqual([16, 16]);
  });
});
