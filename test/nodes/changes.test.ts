import { describe, expect, test } from 'vitest';
import { makeBusyServer } from '../wire/http-fixture.js';
import type { HttpTestSession } from '../wire/http-kit.js';
import type { RawStream } from '../wire/raw-http.js';
import { modern, request, type Wire } from '../wire/wire.js';
import { at, openNodes, storeKinds, type TestNode } from './nodes-kit.js';

const news = 'busy://news';
const weather = 'busy://weather';
const subscribe = (session: HttpTestSession, uri: string) =>
  session.post(request(`on ${uri}`, 'resources/subscribe', { uri }));

/** Reads messages of a stream, one word each: the URI of an update, or the changed list. */
async function hear(stream: RawStream, count: number): Promise<readonly string[]> {
  const heard: string[] = [];
  while (heard.length < count) heard.push(nameOf(await stream.nextMessage()));
  return heard;
}

/** Reads the messages of a stream up to and including the given one, or its end. */
async function hearUntil(stream: RawStream, last: string): Promise<readonly string[]> {
  const heard: string[] = [];
  let name = nameOf(await stream.nextMessage());
  for (; name !== last && name !== 'the end'; name = nameOf(await stream.nextMessage())) heard.push(name);
  return [...heard, name];
}

const nameOf = (message: Wire | undefined): string => message?.['params']?.uri ?? message?.['method'] ?? 'the end';

/** A modern subscription that was acknowledged. */
async function listenModern(node: TestNode, notifications: object): Promise<RawStream> {
  const stream = await node.stream(modern('sub', 'subscriptions/listen', { notifications }));
  expect(nameOf(await stream.nextMessage())).toBe('notifications/subscriptions/acknowledged');
  return stream;
}

describe.each(storeKinds)('changes between several processes, $name', (kind) => {
  test('an update at one process reaches legacy subscribers at another, once', async () => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    const stream = await at(b, session).listen();
    expect((await subscribe(at(c, session), news)).status).toBe(200);
    for (const uri of [news, weather, news]) a.control.resources.updated(uri);
    c.control.resources.updated(news);
    b.control.resources.listChanged();
    const heard = [news, news, news, 'notifications/resources/list_changed'];
    expect((await hear(stream, 4)).toSorted()).toEqual(heard);
  });

  test('an update that follows the answer to a subscription is not missed', async () => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    const stream = await at(b, session).listen();
    for (let turn = 0; turn < 10; turn += 1) {
      const uri = `busy://day/${turn}`;
      await subscribe(at(turn % 2 === 0 ? a : c, session), uri);
      c.control.resources.updated(uri);
      expect(await hear(stream, 1)).toEqual([uri]);
      await at(a, session).post(request(turn, 'resources/unsubscribe', { uri }));
      a.control.resources.updated(uri);
    }
    c.control.resources.listChanged();
    expect(await hear(stream, 1)).toEqual(['notifications/resources/list_changed']);
  });

  test('an update at one process reaches modern subscribers at all, once', async () => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const wanted = { resourceSubscriptions: [news], resourcesListChanged: true };
    const streams = await Promise.all([a, b, c].map((node) => listenModern(node, wanted)));
    for (const node of [a, b, c]) node.control.resources.updated(news);
    a.control.resources.updated(weather);
    b.control.resources.listChanged();
    for (const stream of streams) {
      expect((await hear(stream, 4)).toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => news),
        'notifications/resources/list_changed',
      ]);
    }
  });

  test('an entry is enabled or disabled at its own process alone', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const [one, other] = await Promise.all(
      [a, b].map((node) => listenModern(node, { toolsListChanged: true, resourcesListChanged: true })),
    );
    a.control.tools.disable('echo');
    a.control.resources.listChanged();
    const heard = ['notifications/tools/list_changed', 'notifications/resources/list_changed'];
    expect(one && (await hear(one, 2))).toEqual(heard);
    expect(other && (await hear(other, 1))).toEqual(heard.slice(1));
  });

  test('the stream of the messages of the server moves with the client, and each message comes once', async () => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    await subscribe(session, news);
    const first = await session.listen();
    c.control.resources.updated(news);
    const event = await first.nextEvent();
    const second = await at(b, session).listen();
    expect(await first.rest()).toEqual([]);
    c.control.resources.updated(news);
    c.control.resources.listChanged();
    expect(await hear(second, 2)).toEqual([news, 'notifications/resources/list_changed']);
    // From an event on that another process sent.
    const third = await at(c, session).listen(event?.id);
    expect(await second.rest()).toEqual([]);
    expect(await hear(third, 2)).toEqual([news, 'notifications/resources/list_changed']);
    a.control.resources.updated(news);
    a.control.resources.listChanged();
    expect(await hear(third, 2)).toEqual([news, 'notifications/resources/list_changed']);
  });

  test('what changes after the process of a client has ended is kept until the client is back', async () => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    await subscribe(at(b, session), news);
    await at(c, session).post(request('known', 'ping'));
    const first = await session.listen();
    b.control.resources.updated(news);
    const event = await first.nextEvent();
    const [watch] = await Promise.all([listenModern(c, { resourceSubscriptions: [news] }), a.stop()]);
    await first.rest();
    b.control.resources.updated(news);
    await hear(watch, 1);
    const second = await at(c, session).listen(event?.id);
    expect(await hear(second, 1)).toEqual([news]);
    b.control.resources.listChanged();
    // While a process ends, a change may come twice rather than never: from the one that kept it, and from the one that has the client.
    const changed = 'notifications/resources/list_changed';
    expect([[changed], [news, changed]]).toContainEqual(await hearUntil(second, changed));
  });

  test('a stream that was interrupted is continued at another process with what came in between', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    await subscribe(session, news);
    const first = await session.listen();
    a.control.resources.updated(news);
    const event = await first.nextEvent();
    first.close();
    b.control.resources.updated(news);
    a.control.resources.listChanged();
    const watch = await listenModern(a, { resourceSubscriptions: [news] });
    b.control.resources.updated(news);
    await hear(watch, 1);
    const second = await at(b, session).listen(event?.id);
    expect((await hear(second, 3)).toSorted()).toEqual([news, news, 'notifications/resources/list_changed']);
  });

  test('a new session at another process knows its subscriptions', async () => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-06-18');
    await subscribe(session, news);
    const stream = await at(b, session).listen();
    c.control.resources.updated(news);
    expect(await hear(stream, 1)).toEqual([news]);
  });
});
