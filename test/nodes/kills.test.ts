import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HttpTestSession } from '../wire/http-kit.js';
import { request, type Wire } from '../wire/wire.js';
import { countCalls, flawless, startAskingLoad } from './asking-load.js';
import { Field, type FieldNode } from './field.js';

const call = (id: string, name: string): Wire =>
  request(id, 'tools/call', { name, arguments: { id }, _meta: { progressToken: id } });
const textOf = (message: Wire | undefined): unknown => message?.['result']?.content?.[0]?.text;
const progressOf = ({ params }: Wire): unknown => params.progress;
const able = { elicitation: {} };

/** The session of a client at another process. */
const at = ({ http }: FieldNode, { headers }: HttpTestSession) => new HttpTestSession(http, headers);

let field: Field;

beforeAll(async () => {
  const impatient = { SHUTDOWN_TIMEOUT_MS: '10' };
  field = await Field.open([impatient, impatient, impatient]);
});
beforeEach(() => field.begin());
afterAll(() => field?.close());

test('processes are killed while calls ask and report progress: every call gets its answer or an error', async () => {
  const load = await startAskingLoad(field.balancer.url);
  for (const index of field.nodes.keys()) {
    await load.more(24);
    await field.end(index, 'SIGKILL');
    await load.more(24);
    await field.start(index);
  }
  await load.more(24);
  const result = await countCalls(load);
  expect(result).toMatchObject(flawless);
  expect(result.unfinished).toBeGreaterThan(0);
});

test('processes end before their calls: these get an error after which a client may try again', async () => {
  const load = await startAskingLoad(field.balancer.url);
  for (const index of field.nodes.keys()) {
    await load.more(40);
    const ending = field.end(index, 'SIGTERM');
    await field.leave(index);
    expect(await ending).toBe(0);
    await field.start(index);
  }
  await load.more(40);
  const result = await countCalls(load);
  expect(result).toMatchObject(flawless);
  expect(result.unfinished).toBeGreaterThan(0);
});

test('a process is killed when it gets an answer to a question: a confirmed one is not lost', async () => {
  let confirmed = 0;
  for (let round = 0; round < 4; round += 1) {
    const [a, b, c] = field.nodes;
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
});

test('a process is killed at which a client continues the stream of another: the client continues at a third', async () => {
  const [a, b, c] = field.nodes;
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
  await field.start(1);
});

test.each(['cut', 'block'] as const)(
  'a process is cut off from Redis (%s) while it runs calls: their clients get one answer each',
  async (fault) => {
    const [a, b, c] = field.nodes;
    const session = await c.http.initialize('2025-11-25', {}, able);
    await session.post(request('sub', 'resources/subscribe', { uri: 'field://news' }));
    const news = await session.listen();
    const staying = await session.stream(call('staying', 'hold'));
    expect(progressOf((await staying.nextMessage()) ?? {})).toBe(1);
    const moving = await (await session.stream(call('moving', 'hold'))).nextEvent();
    const asked = await session.stream(call('asked', 'greet'));
    const question = await asked.nextMessage();

    field.cable[fault]();
    await field.untilReadiness('200 ok', '200 ok', '200 degraded');
    // A client that has left is told that its process is gone; one that has stayed is answered.
    const moved = await (await at(a, session).listen(moving?.id)).rest();
    expect(moved.map(({ id, error }) => [id, error?.data])).toEqual([['moving', { reason: 'server-ended' }]]);
    field.release('staying');
    expect((await staying.rest()).map((message) => textOf(message) ?? progressOf(message))).toEqual([2, 'staying']);
    const answer = { jsonrpc: '2.0', id: question?.['id'], result: { action: 'accept', content: { name: 'eve' } } };
    expect((await at(b, session).post(answer)).status).toBe(202);
    await at(a, session).post(call('tell', 'tell'));

    field.cable.restore();
    expect((await asked.rest()).map(textOf)).toEqual(['asked eve']);
    expect((await news.nextMessage())?.['method']).toBe('notifications/resources/updated');
    field.release('moving');
    await field.untilReadiness('200 ok', '200 ok', '200 ok');
    for (const node of [a, b, c]) expect(await (await at(node, session).listen(moving?.id)).rest()).toEqual(moved);
  },
);
