import { describe, expect, test } from 'vitest';
import { oneTool } from './fixture-server.js';
import { openSession } from './http-fixture.js';
import { arrive, serve, until } from './http-kit.js';
import { request, type Subject } from './wire.js';

/** A tool that lets go of its client after each part, and goes on when it is told to. */
function makeParts(next: (() => void)[]): Subject {
  return oneTool(async (_, context) => {
    for (const part of [1, 2]) {
      context.progress(part);
      context.closeStream();
      await new Promise<void>((resolve) => next.push(resolve));
    }
    return 'done';
  });
}

const call = (id: unknown, name: string, meta?: object): object =>
  request(id, 'tools/call', { name, arguments: {}, ...(meta && { _meta: meta }) });

describe('priming (2025-11-25 basic/transports#sending-messages-to-the-server)', () => {
  test('the first event of 2025-11-25 has an id, no data and a time to wait', async () => {
    const { session } = await openSession('2025-11-25');
    for (const stream of [await session.listen(), await session.stream(call(1, 'report', { progressToken: 1 }))]) {
      const first = await stream.next();
      expect(first).toEqual({ id: expect.stringMatching(/./u), retry: expect.stringMatching(/^\d+$/u), data: '' });
    }
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])('clients of %s get no event without data', async (revision) => {
    const { server, session } = await openSession(revision);
    const stream = await session.stream(call(1, 'report', { progressToken: 1 }));
    expect((await stream.next())?.data).toContain('notifications/progress');
    const standalone = await session.listen();
    server.control.tools.disable('echo');
    expect((await standalone.next())?.data).toContain('list_changed');
  });

  test('a client can resume before it has had a message', async () => {
    const { busy, session } = await openSession('2025-11-25', { http: { keepAliveMs: 20 } });
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
    const { busy, session } = await openSession('2025-11-25');
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
    const { busy, server, session } = await openSession('2025-11-25');
    const stream = await session.stream(call(1, 'part', { progressToken: 1 }));
    const { id } = (await stream.next()) ?? {};
    await stream.rest();
    busy.release();
    await arrive(server);
    const polled = await session.listen(id);
    expect((await polled.rest()).map((message) => message['id'] ?? message['params'].progress)).toEqual([1, 2, 1]);
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])('clients of %s are not let go', async (revision) => {
    const { busy, session } = await openSession(revision);
    const stream = await session.stream(call(1, 'part', { progressToken: 1 }));
    await stream.nextEvent();
    busy.release();
    expect((await stream.rest()).map((message) => message['id'] ?? message['params'].progress)).toEqual([2, 1]);
  });

  test('a client that takes no stream is not let go', async () => {
    const { busy, session } = await openSession('2025-11-25');
    const answer = session.post(call(1, 'part'), { Accept: 'application/json' });
    await until(() => busy.waiting.length === 1);
    busy.release();
    expect((await answer).messages[0]?.['result'].content[0].text).toBe('waited');
  });
});
