import { expect, onTestFinished, test, vi } from 'vitest';
import { startCable } from '../kit/start-cable.js';
import { HttpTestSession } from '../wire/http-kit.js';
import { request, type Wire } from '../wire/wire.js';
import { countCalls, flawless, startAskingLoad } from './asking-load.js';
import { Field, patient, type FieldNode } from './field.js';

const call = (id: string, name: string): Wire =>
  request(id, 'tools/call', { name, arguments: { id }, _meta: { progressToken: id } });
const textOf = (message: Wire | undefined): unknown => message?.['result']?.content?.[0]?.text;
const progressOf = ({ params }: Wire): unknown => params.progress;
const able = { elicitation: {} };

/** The session of a client at another process. */
const at = ({ http }: FieldNode, { headers }: HttpTestSession) => new HttpTestSession(http, headers);

/** The three processes of a field. */
function processesOf({ nodes: [a, b, c] }: Field): readonly [FieldNode, FieldNode, FieldNode] {
  if (a === undefined || b === undefined || c === undefined) throw new Error('There are no processes');
  return [a, b, c];
}

test('processes are killed while calls ask and report progress: every call gets its answer or an error', async () => {
  const field = await Field.open();
  const load = await startAskingLoad(field);
  for (const index of field.nodes.keys()) {
    await load.more(40);
    await field.end(index, 'SIGKILL');
    await load.more(40);
    await field.start(index);
  }
  await load.more(40);
  const result = await countCalls(load);
  expect(result).toMatchObject(flawless);
  expect(result.unfinished).toBeGreaterThan(0);
}, 180_000);

test('a process is killed when it gets an answer to a question: a confirmed one is not lost', async () => {
  const field = await Field.open();
  let confirmed = 0;
  for (let round = 0; round < 4; round += 1) {
    const [a, b, c] = processesOf(field);
    const session = await a.http.initialize('2025-11-25', {}, able);
    const id = `round-${round}`;
    const stream = await session.stream(call(id, 'greet'));
    const question = await stream.nextMessage();
    const answer = { jsonrpc: '2.0', id: question?.['id'], result: { action: 'accept', content: { name: 'eve' } } };
    // The process knows the session, so that the answer is all that it works on.
    await at(b, session).post(request('ping', 'ping'));
    const posting = at(b, session)
      .post(answer)
      .then(
        ({ status }) => status,
        () => undefined,
      );
    if (round % 4 > 0) await new Promise((resolve) => setTimeout(resolve, round % 4));
    else await posting;
    await field.end(1, 'SIGKILL');
    const status = await posting;
    expect([202, undefined]).toContain(status);
    if (status === 202) confirmed += 1;
    else expect((await at(c, session).post(answer)).status).toBe(202);
    expect((await stream.rest()).map((message) => [message['id'], textOf(message)])).toEqual([[id, `${id} eve`]]);
    await field.start(1);
  }
  expect(confirmed).toBeGreaterThan(0);
}, 180_000);

test('a process is killed at which a client continues the stream of another: the client continues at a third', async () => {
  const field = await Field.open();
  const [a, b, c] = processesOf(field);
  const session = await a.http.initialize('2025-11-25');
  const first = await (await session.stream(call('held', 'hold'))).nextEvent();
  const second = await at(b, session).listen(first?.id);
  await second.next();
  await field.end(1, 'SIGKILL');
  const third = await at(c, session).listen(first?.id);
  field.release('held');
  const messages = await third.rest();
  expect(messages.map((message) => message['id'] ?? progressOf(message))).toEqual([2, 'held']);
  expect(textOf(messages[1])).toBe('held');
});

test.each(['cut', 'block'] as const)(
  'a process is cut off from Redis (%s) while it runs calls: their clients get one answer each',
  async (fault) => {
    const cables: Awaited<ReturnType<typeof startCable>>[] = [];
    const field = await Field.open(async (redis) => {
      const cable = await startCable(redis.port);
      onTestFinished(() => cable.stop());
      cables.push(cable);
      return [{}, {}, { port: cable.port }];
    });
    const [cable] = cables;
    const [a, b, c] = processesOf(field);
    const session = await c.http.initialize('2025-11-25', {}, able);
    await session.post(request('sub', 'resources/subscribe', { uri: 'field://news' }));
    const news = await session.listen();
    const staying = await session.stream(call('staying', 'hold'));
    expect(progressOf((await staying.nextMessage()) ?? {})).toBe(1);
    const moving = await (await session.stream(call('moving', 'hold'))).nextEvent();
    const asked = await session.stream(call('asked', 'greet'));
    const question = await asked.nextMessage();

    cable?.[fault]();
    await vi.waitFor(
      async () => expect(await field.readiness()).toEqual(['200 ok', '200 ok', '200 degraded']),
      patient,
    );
    // A client that has left is told that its process is gone; one that has stayed is answered.
    const moved = await (await at(a, session).listen(moving?.id)).rest();
    expect(moved.map(({ id, error }) => [id, error?.data])).toEqual([['moving', { reason: 'server-ended' }]]);
    field.release('staying');
    expect((await staying.rest()).map((message) => textOf(message) ?? progressOf(message))).toEqual([2, 'staying']);
    const answer = { jsonrpc: '2.0', id: question?.['id'], result: { action: 'accept', content: { name: 'eve' } } };
    expect((await at(b, session).post(answer)).status).toBe(202);
    await at(a, session).post(call('tell', 'tell'));

    cable?.mend();
    expect((await asked.rest()).map(textOf)).toEqual(['asked eve']);
    expect((await news.nextMessage())?.['method']).toBe('notifications/resources/updated');
    field.release('moving');
    await vi.waitFor(async () => expect(await field.readiness()).toEqual(['200 ok', '200 ok', '200 ok']), patient);
    for (const node of [a, b, c]) expect(await (await at(node, session).listen(moving?.id)).rest()).toEqual(moved);
  },
);
