import { describe, expect, test } from 'vitest';
import { makeDefinition, makeHandlers, oneTool } from './fixture-server.js';
import { answerTo, cancellation, converse, initialize, modern, request, talk, turn, type Subject } from './wire.js';

/** Lets some turns of the event loop pass. */
async function wait(turns: number): Promise<void> {
  for (let count = 0; count < turns; count += 1) await turn();
}

const empty: Subject = { definition: makeDefinition(), handlers: makeHandlers() };

describe('what is no request (2026-07-28 basic, messages)', () => {
  test.each([
    ['a number', 42, undefined],
    ['a string', '"ping"', undefined],
    ['null', 'null', undefined],
    ['an empty object', {}, undefined],
    ['an array', [request(1, 'ping')], undefined],
    ['an empty array', [], undefined],
    ['another jsonrpc', { jsonrpc: '1.0', id: 7, method: 'ping' }, 7],
    ['no jsonrpc', { id: 'x', method: 'ping' }, 'x'],
    ['a method that is no string', { jsonrpc: '2.0', id: 7, method: 5 }, 7],
    ['an id but no method', { jsonrpc: '2.0', id: 7 }, 7],
    ['an id of null', { jsonrpc: '2.0', id: null, method: 'ping' }, undefined],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, undefined],
    ['an id that is a boolean', { jsonrpc: '2.0', id: true, method: 'ping' }, undefined],
    ['an id beyond all numbers', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', undefined],
    ['params in an array', { jsonrpc: '2.0', id: 7, method: 'ping', params: [] }, 7],
    ['params that are a string', { jsonrpc: '2.0', id: 7, method: 'ping', params: 'x' }, 7],
    ['params of null', { jsonrpc: '2.0', id: 7, method: 'ping', params: null }, 7],
  ])('%s is answered with -32600', async (_, message, id) => {
    const answers = await talk(empty, [message]);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.['error'].code).toBe(-32600);
    expect(Object.keys(answers[0] ?? {})).toEqual(id === undefined ? ['jsonrpc', 'error'] : ['jsonrpc', 'id', 'error']);
    expect(answers[0]?.['id']).toBe(id);
  });

  test.each([
    ['a response to nothing', { jsonrpc: '2.0', id: 99, result: {} }],
    ['an error response to nothing', { jsonrpc: '2.0', id: 99, error: { code: 1, message: 'x' } }],
    ['an error response without an id', { jsonrpc: '2.0', error: { code: 1, message: 'x' } }],
    ['a notification of another jsonrpc', { jsonrpc: '1.0', method: 'notifications/initialized' }],
    ['a notification with params in an array', { jsonrpc: '2.0', method: 'notifications/initialized', params: [] }],
    ['a notification whose method is no string', { jsonrpc: '2.0', method: 5 }],
    ['notifications/initialized', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['initialized', { jsonrpc: '2.0', method: 'initialized' }],
    ['exit', { jsonrpc: '2.0', method: 'exit' }],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/whatever', params: { a: 1 } }],
    ['a request method without an id', { jsonrpc: '2.0', method: 'ping' }],
    ['a cancellation of nothing', cancellation(5)],
    ['a malformed cancellation', cancellation({})],
  ])('%s is not answered', async (_, message) => {
    expect(await talk(empty, [message, request(1, 'ping')])).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  test.each(['1.5', '9007199254740993', '12345678901234567890', '1e400', '-9007199254740992'])(
    'the id %s, which could not be echoed, is refused',
    async (id) => {
      const answers = await talk(empty, [`{"jsonrpc":"2.0","id":${id},"method":"ping"}`]);
      expect(answers).toMatchObject([{ error: { code: -32600 } }]);
      expect(answers[0]).not.toHaveProperty('id');
    },
  );

  test.each(['shutdown', 'nonsense', 'constructor', '__proto__', 'server/nonsense'])(
    'the method %s is unknown',
    async (method) => {
      const expected = { code: -32601, message: 'Method not found' };
      const [legacyAnswer, modernAnswer] = await talk(empty, [request(1, method), modern(2, method)]);
      expect(legacyAnswer).toEqual({ jsonrpc: '2.0', id: 1, error: expected });
      expect(modernAnswer).toEqual({ jsonrpc: '2.0', id: 2, error: expected });
    },
  );
});

describe('batches (2025-03-26 basic, batching)', () => {
  const slow = oneTool(async ({ turns }: { turns: number }) => {
    await wait(turns);
    return `after ${turns}`;
  });
  const call = (id: number, turns: number) => request(id, 'tools/call', { name: 'probe', arguments: { turns } });

  test('are answered with one array when all is done', async () => {
    const batch = [
      call(1, 20),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'ping'),
      call(3, 1),
    ];
    const answers = await talk(slow, [initialize(0, '2025-03-26'), batch]);
    expect(answers).toHaveLength(2);
    expect(Array.isArray(answers[1])).toBe(true);
    expect((answers[1] as unknown as { id: number }[]).map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
  });

  test.each(['2024-11-05', '2025-06-18', '2025-11-25'])('are refused whole by %s', async (revision) => {
    const answers = await talk(slow, [initialize(0, revision), [request(1, 'ping')]]);
    expect(answers[1]).toMatchObject({ error: { code: -32600 } });
    expect(answers[1]).not.toHaveProperty('id');
    expect(answers).toHaveLength(2);
  });

  test('of notifications alone are not answered', async () => {
    const batch = [{ jsonrpc: '2.0', method: 'notifications/initialized' }];
    expect(await talk(empty, [initialize(0, '2025-03-26'), batch])).toHaveLength(1);
  });

  test('that are empty get one error that is no array', async () => {
    const answers = await talk(empty, [initialize(0, '2025-03-26'), []]);
    expect(answers[1]).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Invalid Request: a batch must not be empty' },
    });
  });

  test('may have a thousand entries', async () => {
    const pings = Array.from({ length: 1000 }, (_, id) => request(id, 'ping'));
    const [, answered] = await talk(empty, [initialize('i', '2025-03-26'), pings]);
    expect(answered).toEqual(pings.map(({ id }) => ({ jsonrpc: '2.0', id, result: {} })));
  });

  test('may have no more than a thousand entries', async () => {
    const pings = Array.from({ length: 1001 }, (_, id) => request(id, 'ping'));
    const [, answered] = await talk(empty, [initialize('i', '2025-03-26'), pings]);
    expect(answered).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Invalid Request: a batch can have at most 1000 entries' },
    });
  });

  test('fail entry by entry', async () => {
    const batch = [
      initialize(1, '2025-03-26'),
      request(2, 'ping'),
      request(2, 'ping'),
      [request(3, 'ping')],
      17,
      modern(4, 'tools/list'),
      { jsonrpc: '2.0', id: 99, result: {} },
    ];
    const answers = await talk(empty, [initialize(0, '2025-03-26'), batch]);
    const invalid = (id: number | undefined, reason: string) => ({
      jsonrpc: '2.0',
      ...(id !== undefined && { id }),
      error: { code: -32600, message: `Invalid Request: ${reason}` },
    });
    expect(answers[1]).toEqual([
      invalid(1, '"initialize" must not be part of a batch'),
      { jsonrpc: '2.0', id: 2, result: {} },
      invalid(2, 'ids must be unique within a batch'),
      invalid(undefined, 'a message must be a JSON object'),
      invalid(undefined, 'a message must be a JSON object'),
      invalid(4, 'this protocol version does not support batches'),
    ]);
  });

  test('omit what was cancelled', async () => {
    const conversation = converse(slow);
    await conversation.ask(initialize(0, '2025-03-26'));
    conversation.send([call(1, 5000), request(2, 'ping')]);
    expect(await conversation.ask(cancellation(1))).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
    expect(await conversation.end()).toEqual([]);
  });
});

describe('requests side by side', () => {
  const order: string[] = [];
  const slow = oneTool(async ({ turns }: { turns: number }) => {
    order.push(`start ${turns}`);
    await wait(turns);
    order.push(`end ${turns}`);
    return String(turns);
  });
  const call = (id: number, turns: number) => request(id, 'tools/call', { name: 'probe', arguments: { turns } });

  test('the faster one is answered first', async () => {
    expect((await talk(slow, [call(1, 50), call(2, 1)])).map(({ id }) => id)).toEqual([2, 1]);
  });

  test('with `sequential` they are served in order, one at a time', async () => {
    order.length = 0;
    const answers = await talk(slow, [call(1, 30), call(2, 1), request(3, 'tools/list')], { sequential: true });
    expect(answers.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(order).toEqual(['start 30', 'end 30', 'start 1', 'end 1']);
  });

  test('with `sequential` a ping does not wait (2025-11-25 basic/utilities/ping: promptly)', async () => {
    const answers = await talk(slow, [call(1, 30), request(2, 'ping')], { sequential: true });
    expect(answers.map(({ id }) => id)).toEqual([2, 1]);
  });

  test('with `sequential` a call that never ends gives way when it is cancelled', async () => {
    const conversation = converse(
      oneTool(({ turns }: { turns: number }) => (turns < 0 ? new Promise<string>(() => {}) : 'done')),
      {
        sequential: true,
      },
    );
    conversation.send(call(1, -1), call(2, 1));
    expect(await conversation.ask(cancellation(1))).toMatchObject({ id: 2, result: { content: [{ text: 'done' }] } });
  });

  test('with `sequential` thousands can wait', async () => {
    const lists = Array.from({ length: 5000 }, (_, index) => request(index + 2, 'tools/list'));
    const answers = await talk(slow, [call(1, 20), ...lists], { sequential: true });
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 5001 }, (_, index) => index + 1));
  });

  test('with `sequential` what was cancelled before its turn is never started', async () => {
    order.length = 0;
    const cancel = cancellation(2);
    const answers = await talk(slow, [call(1, 20), call(2, 3), cancel, call(3, 1)], { sequential: true });
    expect(answers.map(({ id }) => id)).toEqual([1, 3]);
    expect(order).not.toContain('start 3');
  });

  test('an id that is in flight cannot be used again, afterwards it can (2026-07-28 basic, requests)', async () => {
    const conversation = converse(slow);
    conversation.send(call(1, 30), request(1, 'ping'), request('1', 'ping'));
    const message = 'Invalid Request: a request with this id is still being served';
    expect(await conversation.next()).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32600, message } });
    expect(await conversation.next()).toEqual({ jsonrpc: '2.0', id: '1', result: {} });
    expect(answerTo(1, [await conversation.next()])).toHaveProperty('result');
    conversation.send(request(1, 'ping'));
    expect(await conversation.end()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });
});
