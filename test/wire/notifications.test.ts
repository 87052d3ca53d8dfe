import { describe, expect, test } from 'vitest';
import type { RequestContext } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, oneTool } from './fixture-server.js';
import { until } from './http-kit.js';
import { cancellation, converse, initialize, modern, reports, request, talk, turn } from './wire.js';

describe('cancellation (2026-07-28 basic/patterns/cancellation, on stdio)', () => {
  test.each([
    [undefined, ''],
    ['', ''],
    [7, ''],
    [{ text: 'no' }, ''],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('of the reason %j, at most 200 characters of a text are told', async (reason, told) => {
    let isCalled = false;
    let seen: unknown;
    const subject = oneTool(async (_input: unknown, { signal }: RequestContext) => {
      isCalled = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      seen = (signal.reason as Error).message;
    });
    const conversation = converse(subject);
    conversation.send(request(1, 'tools/call', { name: 'probe' }));
    await until(() => isCalled);
    conversation.send(cancellation(1, { reason }));
    expect(await conversation.end()).toEqual([]);
    expect(seen).toBe(`The client cancelled the request${told === '' ? '' : `: ${told}`}`);
    expect(reports.map((line) => line.replace(/^\[[^\]]+\] /u, ''))).toEqual(
      told === '' ? [] : [`REQUEST | CANCELLED: ${told}\n`],
    );
  });

  test('another notification with the id of a request cancels nothing', async () => {
    const conversation = converse(oneTool(async () => turn()));
    const other = { ...cancellation(1), method: 'notifications/other' };
    conversation.send(request(1, 'tools/call', { name: 'probe' }), other);
    expect(await conversation.end()).toMatchObject([{ id: 1, result: {} }]);
  });

  test('prompts and resources can be cancelled, too', async () => {
    const never = (): Promise<never> => new Promise(() => {});
    const conversation = converse({
      definition: makeDefinition({
        prompts: [{ name: 'p', fields: {}, arguments: [] }],
        resources: [{ uri: 'app://r', fields: {} }],
      }),
      handlers: makeHandlers({ prompts: { p: never }, resources: { 'app://r': never } }),
    });
    conversation.send(request(1, 'prompts/get', { name: 'p' }), request(2, 'resources/read', { uri: 'app://r' }));
    conversation.send(cancellation(1), cancellation(2));
    expect(await conversation.end()).toEqual([]);
  });
});

describe('progress (2026-07-28 basic/patterns/progress)', () => {
  const subject = oneTool(async (_, { progress }) => {
    progress(0.5, 2, 'half');
    progress(0.5, 2, 'again');
    progress(0.1);
    progress(Number.NaN);
    progress(1, Infinity);
    progress(2, 2, 'done');
    return 'x';
  });
  const call = (progressToken: unknown) => request(1, 'tools/call', { name: 'probe', _meta: { progressToken } });
  const note = (params: object) => ({ jsonrpc: '2.0', method: 'notifications/progress', params });

  test.each(['t', 7, 0, ''])('is sent for the token %j while it grows, before the answer', async (progressToken) => {
    const conversation = converse(subject);
    conversation.send(initialize(0, '2025-03-26'), call(progressToken));
    expect((await conversation.end()).slice(1)).toEqual([
      note({ progressToken, progress: 0.5, total: 2, message: 'half' }),
      note({ progressToken, progress: 1 }),
      note({ progressToken, progress: 2, total: 2, message: 'done' }),
      { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'x' }] } },
    ]);
  });

  test('has no message in 2024-11-05', async () => {
    const answers = await talk(subject, [initialize(0, '2024-11-05'), call('t')]);
    expect(answers[1]).toEqual(note({ progressToken: 't', progress: 0.5, total: 2 }));
  });
});

describe('log messages (2025-11-25 and 2026-07-28 server/utilities/logging)', () => {
  const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
  const subject = oneTool(async (_, { log }) => {
    for (const level of levels) log[level as 'info']({ level });
    return 'x';
  });
  const call = (id: number) => request(id, 'tools/call', { name: 'probe' });
  const levelsOf = (messages: readonly { readonly [key: string]: unknown }[]) =>
    messages.flatMap(({ method, params }) =>
      method === 'notifications/message' ? [(params as { level: string }).level] : [],
    );

  test('legacy: from info up until told otherwise', async () => {
    expect(levelsOf(await talk(subject, [call(1)]))).toEqual(levels.slice(1));
  });

  test.each(levels.map((level, index) => [level, index] as const))('legacy: from %s up', async (level, index) => {
    const answers = await talk(subject, [request(1, 'logging/setLevel', { level }), call(2)]);
    expect(answers[0]).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    expect(levelsOf(answers)).toEqual(levels.slice(index));
  });

  test('modern: only for a request that asks for it', async () => {
    const meta = { 'io.modelcontextprotocol/logLevel': 'alert' };
    expect(levelsOf(await talk(subject, [modern(1, 'tools/call', { name: 'probe' })]))).toEqual([]);
    const asked = await talk(subject, [modern(1, 'tools/call', { name: 'probe' }, meta)]);
    expect(levelsOf(asked)).toEqual(['alert', 'emergency']);
    expect(asked.at(-1)).toHaveProperty('id', 1);
  });

  test('nothing is sent after the answer', async () => {
    let sayLate = (): void => {};
    const conversation = converse(
      oneTool((_, { log }) => {
        sayLate = () => log.error('late');
        return 'x';
      }),
    );
    await conversation.ask(request(1, 'tools/call', { name: 'probe' }));
    sayLate();
    expect(await conversation.end()).toEqual([]);
  });
});
