import { describe, expect, test } from 'vitest';
import { oneTool } from './fixture-server.js';
import { later, serve, type HttpTestSession } from './http-kit.js';
import { request } from './wire.js';

/** Characters of a large answer: 25 of them are more than the server keeps for all sessions together, 64 Mi. */
const large = 2_700_000;

/** A tool that reports progress, then answers with as many characters as it is asked for, also when its client is gone. */
const talker = oneTool(async (input: { readonly size: number }, context) => {
  context.progress(1);
  await later(30);
  return 'x'.repeat(input.size);
});

const call = (id: unknown, size: number): object =>
  request(id, 'tools/call', { name: 'probe', arguments: { size }, _meta: { progressToken: 't' } });

/** Calls the tool, and leaves after the first event; returns its id. */
async function leaveEarly(session: HttpTestSession, id: unknown, size: number): Promise<string> {
  const stream = await session.stream(call(id, size));
  const event = await stream.nextEvent();
  stream.close();
  await later(100);
  return event?.id ?? '';
}

describe('kept events (2025-11-25 basic/transports#resumability-and-redelivery)', () => {
  test('25 calls of one session do not use up what is kept for others', async () => {
    const server = await serve(talker);
    const [greedy, modest] = [await server.initialize('2025-11-25'), await server.initialize('2025-11-25')];
    for (let id = 0; id < 25; id += 1) await (await greedy.stream(call(id, large))).rest();
    const id = await leaveEarly(modest, 'mine', 1000);
    const resumed = await modest.listen(id);
    expect((await resumed.rest()).map((message) => message['id'])).toEqual(['mine']);
  });

  test('a session that has its share keeps its latest answer, and gives up its oldest', async () => {
    const server = await serve(talker);
    const session = await server.initialize('2025-11-25');
    const ids = [];
    for (let turn = 0; turn < 14; turn += 1) ids.push(await leaveEarly(session, turn, large));
    expect((await (await session.listen(ids.at(-1))).rest()).map((message) => message['id'])).toEqual([13]);
    expect((await session.send('GET', { 'Last-Event-ID': ids[0] })).status).toBe(400);
  });

  test('a resumption that cannot be complete gets 400, not 200 without the answer', async () => {
    const server = await serve(talker);
    const session = await server.initialize('2025-11-25');
    const id = await leaveEarly(session, 1, 40_000_000);
    const { status, messages } = await session.send('GET', { 'Last-Event-ID': id });
    expect(status).toBe(400);
    expect(messages).toEqual([
      {
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Invalid Last-Event-ID: the events after it are not kept any more' },
      },
    ]);
    expect((await session.post(request(2, 'ping'))).status).toBe(200);
  });

  test('events that were dropped before the last one that a client had do not matter', async () => {
    const notifier = oneTool(async (_: unknown, context) => {
      for (let done = 1; done <= 300; done += 1) context.progress(done);
      await later(50);
      return 'done';
    });
    const server = await serve(notifier);
    const session = await server.initialize('2025-11-25');
    const stream = await session.stream(call(1, 0));
    const ids: string[] = [];
    while (ids.length < 300) ids.push((await stream.nextEvent())?.id ?? '');
    stream.close();
    await later(100);
    expect((await session.send('GET', { 'Last-Event-ID': ids[0] })).status).toBe(400);
    const resumed = await session.listen(ids.at(-1));
    expect((await resumed.rest()).map((message) => message['id'])).toEqual([1]);
  });

  test('an event that was never sent gets 400', async () => {
    const server = await serve(talker);
    const session = await server.initialize('2025-11-25');
    const id = await leaveEarly(session, 1, 10);
    const [stream = ''] = id.split('_');
    expect((await session.send('GET', { 'Last-Event-ID': `${stream}_999` })).status).toBe(400);
  });
});
