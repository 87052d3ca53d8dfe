import { describe, expect, test } from 'vitest';
import type { RequestContext } from '../../runtime/index.js';
import { oneTool } from './fixture-server.js';
import { makeBusyServer } from './http-fixture.js';
import { later, serve, until } from './http-kit.js';
import { reports, request, type Subject } from './wire.js';

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
/** A tool that lets go of its client after each part, and goes on when it is told to. */
function makeParts(next: (() => void)[]): Subject {
  return oneTool(async (_: unknown, context: RequestContext) => {
    for (const part of [1, 2]) {
      context.progress(part);
      context.releaseConnection();
      await new Promise<void>((resolve) => next.push(resolve));
    }
    return 'done';
  });
}

const call = (id: unknown, name: string, meta?: object): object =>
  request(id, 'tools/call', { name, arguments: {}, ...(meta && { _meta: meta }) });

describe.each(revisions)(
  'the stream of a session of %s (2025-11-25 basic/transports#listening-for-messages-from-the-server)',
  (revision) => {
    test('brings changes of lists and of resources that the client subscribed to', async () => {
      const server = await serve(makeBusyServer());
      const session = await server.initialize(revision);
      const stream = await session.listen();
      expect([stream.head.status, stream.head.headers['x-accel-buffering']]).toEqual([200, 'no']);
      await session.post(request(1, 'resources/subscribe', { uri: 'busy://news' }));
      server.control.tools.disable('echo');
      server.control.resources.updated('busy://weather');
      server.control.resources.updated('busy://news');
      server.control.prompts.disable('greet');
      server.control.resourceTemplates.disable('busy://day/{day}');
      await session.send('DELETE');
      expect(await stream.rest()).toEqual([
        { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} },
        { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'busy://news' } },
        { jsonrpc: '2.0', method: 'notifications/prompts/list_changed', params: {} },
        { jsonrpc: '2.0', method: 'notifications/resources/list_changed', params: {} },
      ]);
    });

    test('brings nothing to who has unsubscribed', async () => {
      const server = await serve(makeBusyServer());
      const session = await server.initialize(revision);
      const stream = await session.listen();
      await session.post(request(1, 'resources/subscribe', { uri: 'busy://news' }));
      await session.post(request(2, 'resources/unsubscribe', { uri: 'busy://news' }));
      server.control.resources.updated('busy://news');
      await session.send('DELETE');
      expect(await stream.rest()).toEqual([]);
    });

    test('brings no answers and nothing that belongs to a request', async () => {
      const server = await serve(makeBusyServer());
      const session = await server.initialize(revision);
      const stream = await session.listen();
      const answered = await session.stream(call(1, 'report', { progressToken: 1 }));
      expect((await answered.rest()).map(({ id, method }) => id ?? method)).toEqual([
        'notifications/progress',
        'notifications/progress',
        'notifications/progress',
        'notifications/message',
        1,
      ]);
      await session.send('DELETE');
      expect(await stream.rest()).toEqual([]);
    });

    test('when it is opened twice, brings each message once, to who came last', async () => {
      const server = await serve(makeBusyServer());
      const session = await server.initialize(revision);
      const first = await session.listen();
      const second = await session.listen();
      server.control.tools.disable('echo');
      expect(await first.rest()).toEqual([]);
      expect((await second.nextMessage())?.['method']).toBe('notifications/tools/list_changed');
      await session.send('DELETE');
      expect(await second.rest()).toEqual([]);
    });

    test('is for clients that take one, 406', async () => {
      const server = await serve(makeBusyServer());
      const session = await server.initialize(revision);
      const { status } = await session.send('GET', { Accept: 'application/json' });
      expect(status).toBe(406);
    });

    test('is kept alive by comments', async () => {
      const server = await serve(makeBusyServer(), { http: { keepAliveMs: 20 } });
      const session = await server.initialize(revision);
      const stream = await session.listen();
      const comments = [];
      while (comments.length < 2) {
        const event = await stream.next();
        if (event?.comment !== undefined) comments.push(event);
      }
      expect(comments).toEqual([{ comment: '' }, { comment: '' }]);
    });

    test('tells only those who said that they are initialized', async () => {
      const server = await serve(makeBusyServer());
      const { headers } = await server.post(request(1, 'initialize', { protocolVersion: revision, capabilities: {} }));
      const stream = await server.open({
        method: 'GET',
        headers: { 'Mcp-Session-Id': headers['mcp-session-id'] },
      });
      server.control.tools.disable('echo');
      await later(10);
      await server.fetch({ method: 'DELETE', headers: { 'Mcp-Session-Id': headers['mcp-session-id'] } });
      expect(await stream.rest()).toEqual([]);
    });

    test('resumes behind the last event that the client had', async () => {
      const server = await serve(makeBusyServer());
      const session = await server.initialize(revision);
      const stream = await session.listen();
      server.control.tools.disable('echo');
      const { id } = (await stream.nextEvent()) ?? {};
      expect(id).toMatch(/^[\x21-\x7e]+$/u);
      stream.close();
      await later(20);
      server.control.prompts.disable('greet');
      server.control.resources.disable('busy://news');
      const resumed = await session.listen(id);
      expect((await resumed.nextMessage())?.['method']).toBe('notifications/prompts/list_changed');
      expect((await resumed.nextMessage())?.['method']).toBe('notifications/resources/list_changed');
      server.control.tools.enable('echo');
      expect((await resumed.nextMessage())?.['method']).toBe('notifications/tools/list_changed');
    });

    test('a request goes on when its client disconnects, and can still be cancelled', async () => {
      const busy = makeBusyServer();
      const server = await serve(busy);
      const session = await server.initialize(revision);
      const connection = await server.connect();
      connection.send({ body: JSON.stringify(call(1, 'wait')), headers: session.headers });
      await until(() => busy.waiting.length === 1);
      connection.socket.destroy();
      await later(20);
      expect(busy.stopped).toEqual([]);
      await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
      await until(() => busy.stopped.length === 1);
      expect(reports).toEqual([]);
    });

    test('the answer to a request whose stream broke off is fetched with GET, and it alone', async () => {
      const busy = makeBusyServer();
      const server = await serve(busy);
      const session = await server.initialize(revision);
      const standalone = await session.listen();
      const broken = await session.stream(call('a', 'report', { progressToken: 'a' }));
      const first = await broken.nextEvent();
      expect(JSON.parse(first?.data ?? '').params.progress).toBe(1);
      broken.close();
      const other = await session.stream(call('b', 'report', { progressToken: 'b' }));
      expect((await other.rest()).at(-1)?.['id']).toBe('b');
      server.control.tools.disable('echo');
      const resumed = await session.listen(first?.id);
      expect((await resumed.rest()).map(({ id, params }) => id ?? [params.progressToken, params.progress])).toEqual([
        ['a', 2],
        ['a', 3],
        [undefined, undefined],
        'a',
      ]);
      expect((await standalone.nextMessage())?.['method']).toBe('notifications/tools/list_changed');
    });

    test('what was answered while the client was away waits for it', async () => {
      const busy = makeBusyServer();
      const server = await serve(busy, { http: { keepAliveMs: 20 } });
      const session = await server.initialize(revision);
      const broken = await session.stream(call(1, 'part', { progressToken: 1 }));
      const { id } = (await broken.nextEvent()) ?? {};
      broken.close();
      await later(20);
      busy.release();
      await later(20);
      const resumed = await session.listen(id);
      const rest = await resumed.rest();
      expect(rest.map((message) => message['id'] ?? message['params'].progress)).toEqual([2, 1]);
      const again = await session.listen(id);
      expect(await again.rest()).toEqual(rest);
    });

    test('ids of events are unique in the session', async () => {
      const server = await serve(makeBusyServer());
      const session = await server.initialize(revision);
      const ids: unknown[] = [];
      for (const token of ['a', 'b', 'c']) {
        const stream = await session.stream(call(token, 'report', { progressToken: token }));
        for (let event = await stream.next(); event !== undefined; event = await stream.next()) ids.push(event.id);
      }
      expect(ids.length).toBeGreaterThanOrEqual(15);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(undefined);
    });

    test.each(['nonsense', '99_1', '1_1_1', '-1_0', '1_99999999999', '1'])(
      'no stream resumes from the event %s that never was: 400',
      async (id) => {
        const server = await serve(makeBusyServer());
        const session = await server.initialize(revision);
        expect((await session.send('GET', { 'Last-Event-ID': id })).status).toBe(400);
      },
    );

    test('no stream of another session can be resumed', async () => {
      const server = await serve(makeBusyServer());
      const [one, two] = [await server.initialize(revision), await server.initialize(revision)];
      const stream = await one.stream(call(1, 'report', { progressToken: 'secret' }));
      const { id } = (await stream.nextEvent()) ?? {};
      stream.close();
      expect((await two.send('GET', { 'Last-Event-ID': id })).status).toBe(400);
    });
  },
);

describe('priming (2025-11-25 basic/transports#sending-messages-to-the-server)', () => {
  test('the first event of 2025-11-25 has an id, no data and a time to wait', async () => {
    const server = await serve(makeBusyServer());
    const session = await server.initialize('2025-11-25');
    for (const stream of [await session.listen(), await session.stream(call(1, 'report', { progressToken: 1 }))]) {
      const first = await stream.next();
      expect(first).toEqual({ id: expect.stringMatching(/./u), retry: expect.stringMatching(/^\d+$/u), data: '' });
    }
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])('clients of %s get no event without data', async (revision) => {
    const server = await serve(makeBusyServer());
    const session = await server.initialize(revision);
    const stream = await session.stream(call(1, 'report', { progressToken: 1 }));
    expect((await stream.next())?.data).toContain('notifications/progress');
    const standalone = await session.listen();
    server.control.tools.disable('echo');
    expect((await standalone.next())?.data).toContain('list_changed');
  });

  test('a client can resume before it has had a message', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { keepAliveMs: 20 } });
    const session = await server.initialize('2025-11-25');
    const stream = await session.stream(call(1, 'wait'));
    const { id } = (await stream.next()) ?? {};
    stream.close();
    const resumed = await session.listen(id);
    busy.release();
    expect((await resumed.rest()).map((message) => message['id'])).toEqual([1]);
  });
});

describe('letting go of a connection (2025-11-25 basic/transports#sending-messages-to-the-server)', () => {
  test('the client is told when to come back, and gets the rest then', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const session = await server.initialize('2025-11-25');
    const stream = await session.stream(call(1, 'part', { progressToken: 1 }));
    const primed = await stream.next();
    expect(primed?.retry).toMatch(/^\d+$/u);
    const { id, data } = (await stream.nextEvent()) ?? {};
    expect(JSON.parse(data ?? '').params.progress).toBe(1);
    expect(await stream.rest()).toEqual([]);
    expect(busy.stopped).toEqual([]);
    const polled = await session.listen(id);
    busy.release();
    expect((await polled.rest()).map((message) => message['id'] ?? message['params'].progress)).toEqual([2, 1]);
  });

  test('a client that is let go a second time is told again when to come back', async () => {
    const next: (() => void)[] = [];
    const server = await serve(makeParts(next));
    const session = await server.initialize('2025-11-25');
    const first = await session.stream(call(1, 'probe', { progressToken: 1 }));
    const ids: unknown[] = [];
    for (let event = await first.next(); event !== undefined; event = await first.next()) ids.push(event.id);
    const second = await session.listen(String(ids.at(-1)));
    const events = [await second.next()];
    next.shift()?.();
    events.push(await second.next(), await second.next());
    next.shift()?.();
    expect(events.map((event) => [event?.retry, event?.data])).toEqual([
      [expect.stringMatching(/^\d+$/u), ''],
      [undefined, expect.stringContaining('"progress":2')],
      [undefined, undefined],
    ]);
  });

  test('a client that comes back from the very first event misses nothing', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const session = await server.initialize('2025-11-25');
    const stream = await session.stream(call(1, 'part', { progressToken: 1 }));
    const { id } = (await stream.next()) ?? {};
    await stream.rest();
    busy.release();
    await later(10);
    const polled = await session.listen(id);
    expect((await polled.rest()).map((message) => message['id'] ?? message['params'].progress)).toEqual([1, 2, 1]);
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])('clients of %s are not let go', async (revision) => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const session = await server.initialize(revision);
    const stream = await session.stream(call(1, 'part', { progressToken: 1 }));
    await stream.nextEvent();
    busy.release();
    expect((await stream.rest()).map((message) => message['id'] ?? message['params'].progress)).toEqual([2, 1]);
  });

  test('a client that takes no stream is not let go', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const session = await server.initialize('2025-11-25');
    const answer = session.post(call(1, 'part'), { Accept: 'application/json' });
    await until(() => busy.waiting.length === 1);
    busy.release();
    expect((await answer).messages[0]?.['result'].content[0].text).toBe('waited');
  });
});

describe('limits of streams', () => {
  test('too many get 503; plain answers are still given', async () => {
    const server = await serve(makeBusyServer(), { http: { maxStreams: 1 } });
    const session = await server.initialize('2025-11-25');
    const other = await server.initialize('2025-11-25');
    const stream = await session.listen();
    const { status, headers } = await other.send('GET');
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const { headers: answered, messages } = await other.post(call(1, 'report', { progressToken: 1 }));
    expect([answered['content-type'], messages[0]?.['id']]).toEqual(['application/json', 1]);
    stream.close();
    await later(20);
    (await other.listen()).close();
  });
});
