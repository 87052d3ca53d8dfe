import { describe, expect, test } from 'vitest';
import { ableClient, nameSchema, type Asking } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { HttpTestSession, sessionHeaders, until } from '../wire/http-kit.js';
import { initialize, initialized, request, type Wire } from '../wire/wire.js';
import { at, kill, openAble, openNodes, storeKinds } from './nodes-kit.js';

const call = (id: unknown, name: string, args: object = {}): Wire =>
  request(id, 'tools/call', { name, arguments: args, _meta: { progressToken: 't' } });
const textOf = (message: Wire | undefined): string => message?.['result'].content[0].text;
const progressOf = ({ params }: Wire): unknown => params.progress;

/** Reports progress until it is told to end: `next` makes one more, `end` the answer. */
function makeTalker() {
  let wake: (goesOn: boolean) => void = () => {};
  let isWaiting = false;
  const asking: Asking = async (_, context) => {
    for (let done = 1; ; done += 1) {
      context.progress(done);
      const goesOn = await new Promise<boolean>((resolve) => {
        wake = resolve;
        isWaiting = true;
      });
      if (!goesOn) return `done after ${done}`;
    }
  };
  const go = async (goesOn: boolean): Promise<void> => {
    await until(() => isWaiting);
    isWaiting = false;
    wake(goesOn);
  };
  return { subject: oneTool(asking), next: () => go(true), end: () => go(false) };
}

const probe = (id: unknown): Wire => call(id, 'probe');

describe.each(storeKinds)('streams of several processes, $name (2025-11-25 basic/transports)', (kind) => {
  test('a client continues a stream at another process, and misses nothing', async () => {
    const talker = makeTalker();
    const [a, b] = await openNodes(kind, talker.subject);
    const session = await a.initialize('2025-11-25');
    const first = await session.stream(probe(1));
    const event = await first.nextEvent();
    first.close();
    await talker.next();
    await talker.next();
    const second = await at(b, session).listen(event?.id);
    expect(progressOf((await second.nextMessage()) ?? {})).toBe(2);
    expect(progressOf((await second.nextMessage()) ?? {})).toBe(3);
    await talker.next();
    expect(progressOf((await second.nextMessage()) ?? {})).toBe(4);
    await talker.end();
    const rest = await second.rest();
    expect(rest.map(textOf)).toEqual(['done after 4']);
    expect(rest[0]?.['id']).toBe(1);
  });

  test('a client that moves while it is connected gets the rest at its new place alone', async () => {
    const talker = makeTalker();
    const [a, b, c] = await openNodes(kind, talker.subject);
    const session = await a.initialize('2025-11-25');
    const first = await session.stream(probe(1));
    const event = await first.nextEvent();
    const second = await at(b, session).listen(event?.id);
    expect(await first.rest()).toEqual([]);
    await talker.next();
    const another = await second.nextEvent();
    expect(JSON.parse(another?.data ?? '').params.progress).toBe(2);
    const third = await at(c, session).listen(another?.id);
    expect(await second.rest()).toEqual([]);
    await talker.next();
    expect(progressOf((await third.nextMessage()) ?? {})).toBe(3);
    // Back to the process that serves the request.
    const last = await session.listen(another?.id);
    expect(await third.rest()).toEqual([]);
    expect(progressOf((await last.nextMessage()) ?? {})).toBe(3);
    await talker.end();
    expect((await last.rest()).map(textOf)).toEqual(['done after 3']);
  });

  test('a stream that is complete is fetched at any process, again and again', async () => {
    const talker = makeTalker();
    const [a, b, c] = await openNodes(kind, talker.subject);
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(probe('x'));
    const event = await stream.nextEvent();
    await talker.end();
    const [answer] = await stream.rest();
    for (const node of [a, b, c, b]) expect(await (await at(node, session).listen(event?.id)).rest()).toEqual([answer]);
  });

  test('events begin with one to resume from, whose id every process knows', async () => {
    const talker = makeTalker();
    const [a, b] = await openNodes(kind, talker.subject);
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(probe(1));
    const prime = await stream.next();
    expect([prime?.data, prime?.retry]).toEqual(['', '1000']);
    const resumed = await at(b, session).listen(prime?.id);
    expect(progressOf((await resumed.nextMessage()) ?? {})).toBe(1);
    await talker.end();
    expect((await resumed.rest()).map(textOf)).toEqual(['done after 1']);
  });

  test('ids of streams are unique in the session, whichever process made them', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    const ids: (string | undefined)[] = [];
    for (const node of [a, b, a, b]) ids.push((await (await at(node, session).stream(call(1, 'report'))).next())?.id);
    expect(new Set(ids).size).toBe(4);
  });

  test.each(['1_1', 'changes_x', 'other_1', '0123456789ab.1_1', 'x', '', '0123456789ab.1_99999999999'])(
    'an event that was never sent gets 400: %j',
    async (id) => {
      const [a, b] = await openNodes(kind, makeBusyServer());
      const session = await a.initialize('2025-11-25');
      const { status, messages } = await at(b, session).send('GET', { 'Last-Event-ID': id });
      expect([status, messages[0]?.['error'].code]).toEqual([400, -32600]);
    },
  );

  test('an event of a session cannot be fetched in another', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const [one, two] = [await a.initialize('2025-11-25'), await b.initialize('2025-11-25')];
    const event = await (await one.stream(call(1, 'report'))).nextEvent();
    expect((await at(b, two).send('GET', { 'Last-Event-ID': event?.id })).status).toBe(400);
  });

  test('a released connection is polled at another process', async () => {
    const busy = makeBusyServer();
    const [a, b] = await openNodes(kind, busy);
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(call('p', 'part'));
    const event = await stream.nextEvent();
    expect(await stream.rest()).toEqual([]);
    const resumed = await at(b, session).listen(event?.id);
    busy.release();
    const messages = await resumed.rest();
    expect(messages.map(({ id, method }) => id ?? method)).toEqual(['notifications/progress', 'p']);
  });

  test('a stream whose latest 256 events are kept is continued after one of them, and not before', async () => {
    const asking: Asking = (_, { progress }) => {
      for (let done = 1; done <= 300; done += 1) progress(done);
      return 'done';
    };
    const [a, b] = await openNodes(kind, oneTool(asking));
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(probe(1));
    const ids: string[] = [];
    for (let event = await stream.nextEvent(); event !== undefined; event = await stream.nextEvent()) {
      ids.push(event.id ?? '');
    }
    expect(ids).toHaveLength(301);
    expect((await at(b, session).send('GET', { 'Last-Event-ID': ids[30] })).status).toBe(400);
    const rest = await (await at(b, session).listen(ids[60])).rest();
    expect(rest.slice(0, -1).map(progressOf)).toEqual(Array.from({ length: 239 }, (_, index) => index + 62));
    expect(textOf(rest.at(-1))).toBe('done');
  });

  test('a stream whose answer is too long to be kept cannot be continued', async () => {
    let answer: (text: string) => void = () => {};
    const answered = new Promise<string>((resolve) => (answer = resolve));
    const asking: Asking = (_, { progress }) => {
      progress(1);
      return answered;
    };
    const [a, b] = await openNodes(kind, oneTool(asking));
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(probe(1));
    const event = await stream.nextEvent();
    answer('x'.repeat(40_000_000));
    stream.close();
    // Where it was continued before the answer came, it ends without one.
    const resume = () => at(b, session).send('GET', { 'Last-Event-ID': event?.id });
    let response = await resume();
    while (response.status === 200) {
      expect(response.messages).toEqual([]);
      response = await resume();
    }
    expect(response.status).toBe(400);
    expect((await session.post(request(2, 'ping'))).status).toBe(200);
  });

  test('a client whose process was killed gets an error instead of the answer', async () => {
    const talker = makeTalker();
    const [a, b, c] = await openNodes(kind, talker.subject, { http: { keepAliveMs: 300 } });
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(probe('lost'));
    const event = await stream.nextEvent();
    kill(a);
    const resumed = await at(b, session).listen(event?.id);
    const message = 'The process that served the request has ended. It is unknown whether the request was executed.';
    const data = { reason: 'server-ended' };
    const failure = { jsonrpc: '2.0', id: 'lost', error: { code: -32603, message, data } };
    expect(await resumed.rest()).toEqual([failure]);
    // The session goes on.
    expect((await at(c, session).post(request(2, 'ping'))).status).toBe(200);
    expect(await (await at(c, session).listen(event?.id)).rest()).toEqual([failure]);
    await talker.end();
  });

  test('a process that ends passes its clients on, which learn that the call was cut off', async () => {
    const busy = makeBusyServer();
    const [a, b] = await openNodes(kind, busy, { http: { keepAliveMs: 300 }, start: { shutdownTimeoutMs: 100 } });
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(call(1, 'part'));
    const event = await stream.nextEvent();
    await a.stop();
    const messages = await (await at(b, session).listen(event?.id)).rest();
    expect(messages.map(({ id, error }) => [id, error?.code])).toEqual([[1, -32603]]);
    expect((await at(b, session).post(request(2, 'ping'))).status).toBe(200);
  });
});

const accepted = { action: 'accept', content: { name: 'Alice' } };

describe.each(storeKinds)('questions of several processes, $name', (kind) => {
  const greet: Asking = async (_, { elicit }) => {
    const answer = await elicit('What is your name?', nameSchema);
    return answer.action === 'accept' ? `Hello, ${answer.content['name']}!` : answer.action;
  };

  test('a question of one process is answered through another', async () => {
    const [a, b, c] = await openNodes(kind, oneTool(greet));
    const session = await openAble(a);
    const [one, two] = [await at(a, session).stream(probe(1)), await at(b, session).stream(probe(2))];
    const [first, second] = [await one.nextMessage(), await two.nextMessage()];
    expect(first?.['id']).toMatch(/^elicit_[\da-f]{12}_1$/u);
    expect(second?.['id']).not.toBe(first?.['id']);
    const answer = { jsonrpc: '2.0', id: first?.['id'], result: accepted };
    const { status, body } = await at(c, session).post(answer);
    expect([status, body]).toEqual([202, '']);
    expect(textOf(await one.nextMessage())).toBe('Hello, Alice!');
    await at(a, session).post({ ...answer, id: second?.['id'], result: { action: 'decline' } });
    expect(textOf(await two.nextMessage())).toBe('decline');
  });

  test('a long answer arrives, and those after it in their order', async () => {
    const asking: Asking = async (_, { elicit }) => {
      const answer = await elicit('What is your name?', nameSchema);
      return answer.action === 'accept' ? String(String(answer.content['name']).length) : answer.action;
    };
    const [a, b] = await openNodes(kind, oneTool(asking));
    const session = await openAble(a);
    const stream = await session.stream(probe(1));
    const question = await stream.nextMessage();
    const result = { action: 'accept', content: { name: 'x'.repeat(300_000) } };
    await at(b, session).post({ jsonrpc: '2.0', id: question?.['id'], result });
    expect(textOf(await stream.nextMessage())).toBe('300000');
  });

  test('a session cannot answer the questions of another', async () => {
    const [a, b] = await openNodes(kind, oneTool(greet));
    const [one, other] = [await openAble(a), await openAble(b)];
    const stream = await one.stream(probe(1));
    const question = await stream.nextMessage();
    const answer = { jsonrpc: '2.0', id: question?.['id'], result: accepted };
    expect((await other.post(answer)).status).toBe(202);
    expect((await at(b, one).post({ ...answer, result: { action: 'decline' } })).status).toBe(202);
    expect(textOf(await stream.nextMessage())).toBe('decline');
  });

  test('a question waits for an initialized notification that comes to another process', async () => {
    let isCalled = false;
    const [a, b] = await openNodes(
      kind,
      oneTool((input, context) => {
        isCalled = true;
        return greet(input, context);
      }),
    );
    const hello = initialize('init', '2025-11-25');
    const { headers } = await a.post({ ...hello, params: { ...hello['params'], capabilities: ableClient } });
    const session = new HttpTestSession(a, sessionHeaders(headers['mcp-session-id'] ?? '', '2025-11-25'));
    const streaming = session.stream(probe(1));
    await until(() => isCalled);
    await at(b, session).post(initialized);
    const question = await (await streaming).nextMessage();
    expect(question?.['method']).toBe('elicitation/create');
  });

  test('an answer to a question that no server asked is dropped', async () => {
    const [a] = await openNodes(kind, oneTool(greet));
    const session = await openAble(a);
    for (const id of ['elicit_1', 'elicit_0123456789ab_1', 7, null]) {
      expect((await session.post({ jsonrpc: '2.0', id, result: accepted })).status).toBe(202);
    }
  });
});
