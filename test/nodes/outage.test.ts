import { describe, expect, test } from 'vitest';
import { ableClient, nameSchema } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { HttpTestSession, sessionHeaders } from '../wire/http-kit.js';
import { initialize, initialized, modern, request, type Wire } from '../wire/wire.js';
import { at, openNodes, storeKinds } from './nodes-kit.js';

const call = (id: unknown, name: string): Wire =>
  request(id, 'tools/call', { name, arguments: {}, _meta: { progressToken: 't' } });
const textOf = (message: Wire | undefined): string => message?.['result'].content[0].text;
const nameOf = (message: Wire | undefined): string => message?.['params']?.uri ?? message?.['method'];

describe.each(storeKinds)('an outage of the store, $name', (kind) => {
  test('requests that need no store go on', async () => {
    const [a] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    a.store.cut();
    expect((await session.post(call(1, 'who'))).status).toBe(200);
    expect((await a.post(modern(2, 'tools/list'))).status).toBe(200);
    // Events have no id then: none could be resumed from.
    const stream = await session.stream(call(3, 'report'));
    const events = [await stream.nextEvent(), await stream.nextEvent()];
    expect(events.map((event) => event?.id)).toEqual([undefined, undefined]);
    expect(textOf((await stream.rest()).at(-1))).toBe('reported');
  });

  test('what needs the store gets 503 and is not lost: a session is not unknown because of it', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const session = await a.initialize('2025-11-25');
    for (const node of [a, b]) node.store.cut();
    const uri = 'busy://news';
    const tries = {
      'a new session': () => a.post(initialize(1, '2025-11-25')),
      'a session of another process': () => at(b, session).post(request(2, 'ping')),
      'a stream of another process': () => at(b, session).send('GET'),
      'an end': () => session.send('DELETE'),
      'an end elsewhere': () => at(b, session).send('DELETE'),
      'a subscription': () => session.post(request(3, 'resources/subscribe', { uri })),
      'a log level': () => session.post(request(4, 'logging/setLevel', { level: 'error' })),
      'a cancellation of an unknown request': () =>
        session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } }),
      'an answer to another process': () =>
        session.post({ jsonrpc: '2.0', id: 'elicit_0123456789ab_1', result: { action: 'cancel' } }),
      'an interrupted stream': () => session.send('GET', { 'Last-Event-ID': '0123456789ab.1_1' }),
    };
    for (const [name, attempt] of Object.entries(tries)) {
      const { status, headers, messages } = await attempt();
      expect([name, status, headers['retry-after']]).toEqual([name, 503, '2']);
      expect(messages[0]?.['error'].message).toContain('the store');
    }
    // What was refused does not hold up other calls.
    expect((await session.post(call(10, 'who'))).status).toBe(200);
    for (const node of [a, b]) node.store.restore();
    for (const [name, attempt] of Object.entries(tries).slice(0, 2)) {
      expect([name, (await attempt()).status]).toEqual([name, 200]);
    }
    expect((await tries['a subscription']()).status).toBe(200);
    const stream = await at(b, session).listen();
    b.control.resources.updated(uri);
    expect(nameOf(await stream.nextMessage())).toBe(uri);
  });

  test('what was missed is made up for: changes, an end, an answer, events of a stream', async () => {
    const busy = makeBusyServer();
    const [a, b, c] = await openNodes(kind, busy);
    const [session, ended] = [await a.initialize('2025-11-25'), await a.initialize('2025-11-25')];
    await at(b, ended).post(request(1, 'ping'));
    const uri = 'busy://news';
    await session.post(request(1, 'resources/subscribe', { uri }));
    const own = await at(b, session).listen();
    const event = await (await session.stream(call('p', 'part'))).nextEvent();
    const moved = await at(b, session).listen(event?.id);
    b.store.cut();
    await at(a, ended).send('DELETE');
    for (let turn = 0; turn < 3; turn += 1) a.control.resources.updated(uri);
    busy.release();
    await a.store.untilCommand('append events:');
    b.store.restore();
    expect((await moved.rest()).map(({ id, method }) => id ?? method)).toEqual(['notifications/progress', 'p']);
    for (let turn = 0; turn < 3; turn += 1) expect(nameOf(await own.nextMessage())).toBe(uri);
    c.control.resources.listChanged();
    expect(nameOf(await own.nextMessage())).toBe('notifications/resources/list_changed');
    expect((await at(b, ended).post(request(2, 'ping'))).status).toBe(404);
  });

  test('a change that is announced during the outage reaches the others after it', async () => {
    const [a, b] = await openNodes(kind, makeBusyServer());
    const session = await b.initialize('2025-11-25');
    const uri = 'busy://news';
    await session.post(request(1, 'resources/subscribe', { uri }));
    const stream = await session.listen();
    a.store.cut();
    for (let turn = 0; turn < 3; turn += 1) a.control.resources.updated(uri);
    await a.post(modern('barrier', 'tools/list'));
    a.store.restore();
    expect(nameOf(await stream.nextMessage())).toBe(uri);
    b.control.resources.listChanged();
    // Three times the same change, while no client could hear it, is one.
    expect(nameOf(await stream.nextMessage())).toBe('notifications/resources/list_changed');
  });

  test('an answer that no client was there to take is kept until the store is back', async () => {
    const busy = makeBusyServer();
    const [a, b] = await openNodes(kind, busy);
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(call('kept', 'part'));
    const event = await stream.nextEvent();
    expect(await stream.rest()).toEqual([]);
    a.store.cut();
    busy.release();
    await a.store.untilCommand('append events:');
    a.store.restore();
    const resumed = await at(b, session).listen(event?.id);
    expect((await resumed.rest()).map(({ id, method }) => id ?? method)).toEqual(['notifications/progress', 'kept']);
  });

  test('an answer that another process confirmed arrives, even if the asking one was cut off', async () => {
    const subject = oneTool(async (_, { elicit }) => (await elicit('What is your name?', nameSchema)).action);
    const [a, b] = await openNodes(kind, subject);
    const hello = initialize('init', '2025-11-25');
    const { headers } = await a.post({ ...hello, params: { ...hello['params'], capabilities: ableClient } });
    const session = new HttpTestSession(a, sessionHeaders(headers['mcp-session-id'] ?? '', '2025-11-25'));
    await session.post(initialized);
    await at(b, session).post(request(0, 'ping'));
    const stream = await session.stream(call(1, 'probe'));
    const question = await stream.nextMessage();
    a.store.cut();
    const answer = { jsonrpc: '2.0', id: question?.['id'], result: { action: 'decline' } };
    expect((await at(b, session).post(answer)).status).toBe(202);
    a.store.restore();
    expect(textOf(await stream.nextMessage())).toBe('decline');
  });
});
