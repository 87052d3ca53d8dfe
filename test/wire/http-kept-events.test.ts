import { describe, expect, test } from 'vitest';
import { oneTool } from './fixture-server.js';
import { arrive, serve, type HttpSubject, type HttpTestSession } from './http-kit.js';
import { makeGate } from './task-client.js';
import { request } from './wire.js';

/** Characters of a large answer: ten of them are more than the server keeps for all sessions together, 64 Mi. */
const large = 7_000_000;

/** A tool that reports progress, and answers with as many characters as it is asked for when its client may be gone. */
function makeTalker() {
  let answer = makeGate();
  const subject = oneTool(async (input: { readonly size: number; readonly steps?: number }, context) => {
    for (let step = 1; step <= (input.steps ?? 1); step += 1) context.progress(step);
    await answer.opened;
    return 'x'.repeat(input.size);
  });
  return {
    subject,
    /** Calls the tool, leaves after the first events, then lets it answer; returns the ids of the events. */
    leaveEarly: async (
      session: HttpTestSession,
      id: unknown,
      size: number,
      steps = 1,
    ): Promise<{ readonly first: string; readonly last: string }> => {
      answer = makeGate();
      const params = { name: 'probe', arguments: { size, steps }, _meta: { progressToken: 't' } };
      const stream = await session.stream(request(id, 'tools/call', params));
      const ids: string[] = [];
      while (ids.length < steps) ids.push((await stream.nextEvent())?.id ?? '');
      stream.close();
      await arrive(session.server);
      answer.open();
      await arrive(session.server);
      return { first: ids[0] ?? '', last: ids.at(-1) ?? '' };
    },
  };
}

const idsAfter = async (session: HttpTestSession, event: string): Promise<readonly unknown[]> =>
  (await (await session.listen(event)).rest()).map((message) => message['id']);
const statusAfter = async (session: HttpTestSession, event: string): Promise<number> =>
  (await session.send('GET', { 'Last-Event-ID': event })).status;

async function open() {
  const { subject, leaveEarly } = makeTalker();
  const server: HttpSubject = await serve(subject);
  return { server, leaveEarly, session: await server.initialize('2025-11-25') };
}

describe('kept events (2025-11-25 basic/transports#resumability-and-redelivery)', () => {
  test('ten calls of one session do not use up what is kept for others', async () => {
    const { server, leaveEarly, session: greedy } = await open();
    const modest = await server.initialize('2025-11-25');
    for (let id = 0; id < 10; id += 1) await leaveEarly(greedy, id, large);
    expect(await idsAfter(modest, (await leaveEarly(modest, 'mine', 1000)).last)).toEqual(['mine']);
  });

  test('a session that has its share keeps its latest answer, and gives up its oldest', async () => {
    const { leaveEarly, session } = await open();
    const left = [];
    for (let turn = 0; turn < 5; turn += 1) left.push(await leaveEarly(session, turn, large));
    expect(await idsAfter(session, left.at(-1)?.last ?? '')).toEqual([4]);
    expect(await statusAfter(session, left[0]?.last ?? '')).toBe(400);
  });

  test('a resumption that cannot be complete gets 400, not 200 without the answer', async () => {
    const { leaveEarly, session } = await open();
    const { last } = await leaveEarly(session, 1, 40_000_000);
    const { status, messages } = await session.send('GET', { 'Last-Event-ID': last });
    expect(status).toBe(400);
    expect(messages).toEqual([
      {
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Last-Event-ID has expired; reconnect without it' },
      },
    ]);
    expect((await session.post(request(2, 'ping'))).status).toBe(200);
  });

  test('events that were dropped before the last one that a client had do not matter', async () => {
    const { leaveEarly, session } = await open();
    const { first, last } = await leaveEarly(session, 1, 4, 300);
    expect(await statusAfter(session, first)).toBe(400);
    expect(await idsAfter(session, last)).toEqual([1]);
  });
});
