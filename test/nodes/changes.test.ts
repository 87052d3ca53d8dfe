import { describe, expect, test } from 'vitest';
import { makeBusyServer } from '../wire/http-fixture.js';
import type { HttpTestSession } from '../wire/http-kit.js';
import type { RawStream } from '../wire/raw-http.js';
import { modern, request, type Wire } from '../wire/wire.js';
import { at, kill, openNodes, prepareNodes, storeKinds, type TestNode } from './nodes-kit.js';

const news = 'busy://news';
const weather = 'busy://weather';
const subscribe = (session: HttpTestSession, uri: string) =>
  session.post(request(`on ${uri}`, 'resources/subscribe', { uri }));

/** Notifications to a subscriber of the news when anything may have changed, sorted. */
const everything = [news, ...['prompts', 'resources', 'tools'].map((list) => `notifications/${list}/list_changed`)];

/** Reads messages of a stream, one word each: the URI of an update, or the changed list. */
async function hear(stream: RawStream, count: number): Promise<readonly string[]> {
  const heard: string[] = [];
  while (heard.length < count) heard.push(nameOf(await stream.nextMessage()));
  return heard;
}

const nameOf = (message: Wire | undefined): string => message?.['params']?.uri ?? message?.['method'] ?? 'the end';

/** A session that has subscribed to the news, whose stream was opened at a node and has ended; `id` is of its last event. */
async function openAway(node: TestNode) {
  const session = await node.initialize('2025-11-25');
  await subscribe(session, news);
  const stream = await session.listen();
  const { id } = (await stream.next()) ?? {};
  stream.close();
  return { session, id };
}

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

  test.each(['ends', 'is killed'])('a client whose only process %s gets what has changed since', async (way) => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    await subscribe(session, news);
    const first = await session.listen();
    const event = await first.next();
    const watch = await listenModern(c, { resourceSubscriptions: [news] });
    if (way === 'ends') await a.stop();
    else kill(a);
    b.control.resources.updated(news);
    b.control.resources.updated(weather);
    await hear(watch, 1);
    const second = await at(c, session).listen(event?.id);
    b.control.resources.listChanged();
    const changed = 'notifications/resources/list_changed';
    expect(await hear(second, 2)).toEqual([news, changed]);
  });

  test('a client whose every process has ended gets from a new one what it missed', async () => {
    const open = await prepareNodes(kind, makeBusyServer());
    const a = await open();
    const { session, id } = await openAway(a);
    const watch = await listenModern(a, { resourceSubscriptions: [news] });
    for (const uri of [news, weather, news]) a.control.resources.updated(uri);
    await hear(watch, 2);
    await a.stop();
    const b = await open();
    const second = await at(b, session).listen(id);
    b.control.resources.listChanged();
    expect(await hear(second, 3)).toEqual([news, news, 'notifications/resources/list_changed']);
  });

  test('a client that hears of nothing gets a later position to continue from', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer(), { http: { keepAliveMs: 3000 } });
    const session = await a.initialize('2025-11-25');
    const stream = await session.listen();
    const first = await stream.next();
    for (let count = 0; count < 300; count += 1) b.control.resources.updated('busy://other');
    const second = await stream.next();
    expect([second?.data, second?.retry]).toEqual(['', '1000']);
    const positionOf = (id = ''): number => Number(/^changes_(\d+)$/u.exec(id)?.[1]);
    expect(positionOf(second?.id)).toBeGreaterThanOrEqual(positionOf(first?.id) + 250);
  });

  test('a client that was away for too many changes is told that anything may have changed', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const { session, id } = await openAway(a);
    const watch = await listenModern(b, { resourceSubscriptions: [weather] });
    for (let count = 1; count <= 1200; count += 1) {
      b.control.resources.updated(count % 600 === 0 ? weather : 'busy://other');
      if (count % 600 === 0) await hear(watch, 1);
    }
    // An event of a former version, whose positions were others.
    for (const last of [id, 'main_7']) {
      const stream = await at(b, session).listen(last);
      expect((await hear(stream, 4)).toSorted()).toEqual(everything);
      stream.close();
    }
  });

  test('a store that loses the log of changes loses no later change', async () => {
    const [a, b, c] = await openNodes(kind, makeBusyServer());
    const { session, id } = await openAway(a);
    const watches = await Promise.all(
      [a, b, c].map((node) => listenModern(node, { resourceSubscriptions: [news, weather] })),
    );
    await a.store.remove('changes');
    for (const uri of [news, weather]) b.control.resources.updated(uri);
    for (const watch of watches) expect(await hear(watch, 2)).toEqual([news, weather]);
    const stream = await at(c, session).listen(`changes_${1000 + Number(id?.slice('changes_'.length))}`);
    expect((await hear(stream, 4)).toSorted()).toEqual(everything);
    a.control.resources.updated(news);
    expect(await hear(stream, 1)).toEqual([news]);
  });

  test('a process that was cut off for too many changes tells its clients that anything may have changed', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer(), { http: { keepAliveMs: 30_000 } });
    const session = await b.initialize('2025-11-25');
    await subscribe(session, news);
    const legacy = await session.listen();
    const watch = await listenModern(b, { resourceSubscriptions: [weather], resourcesListChanged: true });
    const meanwhile = await listenModern(a, { resourceSubscriptions: ['busy://last'] });
    b.store.cut();
    for (let count = 1; count <= 1200; count += 1) {
      a.control.resources.updated(count % 600 === 0 ? 'busy://last' : 'busy://other');
      if (count % 600 === 0) await hear(meanwhile, 1);
    }
    b.store.restore();
    expect((await hear(legacy, 4)).toSorted()).toEqual(everything);
    expect((await hear(watch, 2)).toSorted()).toEqual([weather, 'notifications/resources/list_changed']);
    a.control.resources.updated(weather);
    expect(await hear(watch, 1)).toEqual([weather]);
  });

  test('a list that changes at one process alone is told to the client that comes back there', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const { session, id } = await openAway(a);
    const watch = await listenModern(a, { resourceSubscriptions: [news] });
    a.control.tools.disable('echo');
    a.control.tools.enable('echo');
    b.control.resources.updated(news);
    await hear(watch, 1);
    const second = await session.listen(id);
    expect(await hear(second, 2)).toEqual(['notifications/tools/list_changed', news]);
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
