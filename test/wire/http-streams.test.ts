import { describe, expect, test } from 'vitest';
import { makeBusyServer, makeSteps, openSession } from './http-fixture.js';
import { arrive, serve, until } from './http-kit.js';
import { legacyRevisions as revisions } from './revision-client.js';
import { cancellation, reports, request, type Wire } from './wire.js';

const call = (id: unknown, name: string, meta?: object): object =>
  request(id, 'tools/call', { name, arguments: {}, ...(meta && { _meta: meta }) });
/** The request that a message says it belongs to: each call here has its id as its token. */
const ownerOf = ({ id, params }: Wire): unknown => id ?? params.progressToken;

describe.each(revisions)(
  'the stream of a session of %s (2025-11-25 basic/transports#listening-for-messages-from-the-server)',
  (revision) => {
    test('brings changes of lists and of resources that the client subscribed to', async () => {
      const { server, session } = await openSession(revision);
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

    test('brings no answers and nothing that belongs to a request', async () => {
      const { session } = await openSession(revision);
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

    test('brings what belongs to no request; requests that run at once say their own on their own', async () => {
      const { subject, release } = makeSteps();
      const server = await serve(subject);
      const session = await server.initialize(revision);
      const standalone = await session.listen();
      const streams = [
        await session.stream(call('a', 'probe', { progressToken: 'a' })),
        await session.stream(call('b', 'probe', { progressToken: 'b' })),
      ];
      server.control.tools.disable('other');
      release();
      for (const [index, id] of ['a', 'b'].entries()) {
        expect((await streams[index]?.rest())?.map((message) => [message['method'], ownerOf(message)])).toEqual([
          ['notifications/progress', id],
          ['notifications/progress', id],
          [undefined, id],
        ]);
      }
      await session.send('DELETE');
      expect((await standalone.rest()).map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
    });

    test('when it is opened twice, brings each message once, to who came last', async () => {
      const { server, session } = await openSession(revision);
      const first = await session.listen();
      const second = await session.listen();
      server.control.tools.disable('echo');
      expect(await first.rest()).toEqual([]);
      expect((await second.nextMessage())?.['method']).toBe('notifications/tools/list_changed');
      await session.send('DELETE');
      expect(await second.rest()).toEqual([]);
    });

    test('is kept alive by comments', async () => {
      const { session } = await openSession(revision, { http: { keepAliveMs: 20 } });
      const stream = await session.listen();
      const comments = [];
      while (comments.length < 2) {
        const event = await stream.next();
        if (event?.comment !== undefined) comments.push(event);
      }
      expect(comments).toEqual([{ comment: '' }, { comment: '' }]);
    });

    test('resumes behind the last event that the client had', async () => {
      const { server, session } = await openSession(revision);
      const stream = await session.listen();
      server.control.tools.disable('echo');
      const { id } = (await stream.nextEvent()) ?? {};
      expect(id).toMatch(/^[\x21-\x7e]+$/u);
      stream.close();
      await arrive(server);
      server.control.prompts.disable('greet');
      server.control.resources.disable('busy://news');
      const resumed = await session.listen(id);
      expect((await resumed.nextMessage())?.['method']).toBe('notifications/prompts/list_changed');
      expect((await resumed.nextMessage())?.['method']).toBe('notifications/resources/list_changed');
      server.control.tools.enable('echo');
      expect((await resumed.nextMessage())?.['method']).toBe('notifications/tools/list_changed');
    });

    test('a request goes on when its client disconnects, and can still be cancelled', async () => {
      const { busy, server, session } = await openSession(revision);
      const connection = await server.connect();
      connection.send({ body: JSON.stringify(call(1, 'wait')), headers: session.headers });
      await until(() => busy.waiting.length === 1);
      connection.socket.destroy();
      await arrive(server);
      expect(busy.stopped).toEqual([]);
      await session.post(cancellation(1));
      await until(() => busy.stopped.length === 1);
      expect(reports).toEqual([]);
    });

    test('the answer to a request whose stream broke off is fetched with GET, and it alone', async () => {
      const { server, session } = await openSession(revision);
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
      const { busy, server, session } = await openSession(revision, { http: { keepAliveMs: 20 } });
      const broken = await session.stream(call(1, 'part', { progressToken: 1 }));
      const { id } = (await broken.nextEvent()) ?? {};
      broken.close();
      await arrive(server);
      busy.release();
      await arrive(server);
      const resumed = await session.listen(id);
      const rest = await resumed.rest();
      expect(rest.map((message) => message['id'] ?? message['params'].progress)).toEqual([2, 1]);
      const again = await session.listen(id);
      expect(await again.rest()).toEqual(rest);
    });

    test('ids of events are unique in the session', async () => {
      const { server, session } = await openSession(revision);
      const standalone = await session.listen();
      const ids: unknown[] = [];
      for (const token of ['a', 'b', 'c']) {
        const stream = await session.stream(call(token, 'report', { progressToken: token }));
        for (let event = await stream.next(); event !== undefined; event = await stream.next()) ids.push(event.id);
      }
      server.control.tools.disable('echo');
      ids.push((await standalone.nextEvent())?.id);
      expect(ids.length).toBeGreaterThanOrEqual(16);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(undefined);
    });

    test.each(['nonsense', '99_1', '1_1_1', '-1_0', '1_99999999999', '1'])(
      'no stream resumes from the event %s that never was: 400',
      async (id) => {
        const { session } = await openSession(revision);
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

describe('limits of streams', () => {
  test('too many get 503; plain answers are still given', async () => {
    const { server, session } = await openSession('2025-11-25', { http: { maxStreams: 1 } });
    const other = await server.initialize('2025-11-25');
    const stream = await session.listen();
    const { status, headers } = await other.send('GET');
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const { headers: answered, messages } = await other.post(call(1, 'report', { progressToken: 1 }));
    expect([answered['content-type'], messages[0]?.['id']]).toEqual(['application/json', 1]);
    stream.close();
    await arrive(server);
    (await other.listen()).close();
  });
});
