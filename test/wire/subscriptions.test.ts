import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EnabledEntries } from '../../runtime/core/service/enabled-entries.js';
import { serveControlled, type ControlledServer } from './controlled.js';
import { busyDefinition, makeBusyServer } from './http-fixture.js';
import { legacyRevisions } from './revision-client.js';
import { cancellation, converse, initialize, modern, reports, request, talk, type Wire } from './wire.js';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

const listenTo = (id: unknown, notifications: unknown): Wire => modern(id, 'subscriptions/listen', { notifications });
function changeAll({ control }: ControlledServer): void {
  control.tools.disable('echo');
  control.prompts.disable('greet');
  control.resources.disable('busy://weather');
  control.resources.updated('busy://news');
  control.resources.updated('busy://weather');
}

const methodsOf = (messages: readonly Wire[]): readonly unknown[] => messages.map(({ method }) => method);

test('a modern client that sends notifications/initialized is told of no change (2026-07-28 basic/patterns/subscriptions)', async () => {
  const server = serveControlled(makeBusyServer());
  await server.ask(modern(1, 'server/discover'), initialized);
  changeAll(server);
  expect(await server.end()).toEqual([]);
});

describe.each(legacyRevisions)('what changes is told in %s (2025-11-25 server/resources#subscriptions)', (revision) => {
  async function open(definition = busyDefinition): Promise<ControlledServer> {
    const server = serveControlled({ ...makeBusyServer(), definition });
    await server.ask(initialize('init', revision), initialized);
    return server;
  }

  test('lists to all clients, resources to those who subscribed', async () => {
    const server = await open();
    expect(await server.ask(request(1, 'resources/subscribe', { uri: 'busy://news' }))).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    changeAll(server);
    expect(await server.end()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed', params: {} },
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed', params: {} },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'busy://news' } },
    ]);
  });

  test('once, however often a client subscribed, and not after it unsubscribed', async () => {
    const server = await open();
    const subscribe = (id: number) => request(id, 'resources/subscribe', { uri: 'busy://news' });
    await server.ask(subscribe(1), subscribe(2), subscribe(3));
    server.control.resources.updated('busy://news');
    expect(methodsOf(await server.ask())).toEqual(['notifications/resources/updated']);
    await server.ask(request(4, 'resources/unsubscribe', { uri: 'busy://news' }));
    server.control.resources.updated('busy://news');
    expect(await server.end()).toEqual([]);
  });

  test('nothing before the client has said that it is initialized', async () => {
    const server = serveControlled(makeBusyServer());
    const other = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' };
    await server.ask(initialize('init', revision), other, request(1, 'resources/subscribe', { uri: 'busy://news' }));
    changeAll(server);
    expect(await server.ask()).toEqual([]);
    await server.ask(initialized, initialized);
    server.control.tools.enable('echo');
    expect(methodsOf(await server.end())).toEqual(['notifications/tools/list_changed']);
  });

  test('resources, where subscriptions are all that the server declares', async () => {
    const server = await open({ ...busyDefinition, capabilities: { prompts: true, resources: true, subscribe: true } });
    await server.ask(request(1, 'resources/subscribe', { uri: 'busy://news' }));
    changeAll(server);
    expect(methodsOf(await server.end())).toEqual(['notifications/resources/updated']);
  });

  test('nothing that was not declared', async () => {
    const server = await open({
      ...busyDefinition,
      capabilities: { prompts: true, resources: true, listChanged: ['prompts'] },
    });
    const [answer] = await server.ask(request(1, 'resources/subscribe', { uri: 'busy://news' }));
    expect(answer?.['error'].code).toBe(-32601);
    changeAll(server);
    expect(methodsOf(await server.end())).toEqual(['notifications/prompts/list_changed']);
  });

  test('a URI of a template can be subscribed to; one that the server does not have cannot', async () => {
    const server = await open();
    const [known, unknown, wrong] = await server.ask(
      request(1, 'resources/subscribe', { uri: 'busy://day/monday' }),
      request(2, 'resources/subscribe', { uri: 'busy://nowhere' }),
      request(3, 'resources/subscribe', {}),
    );
    expect(known?.['result']).toEqual({});
    expect(unknown?.['error']).toMatchObject({ code: -32002, data: { uri: 'busy://nowhere' } });
    expect(wrong?.['error'].code).toBe(-32602);
    server.control.resources.updated('busy://day/monday');
    expect((await server.end()).map(({ params }) => params.uri)).toEqual(['busy://day/monday']);
  });

  test('what was never subscribed to can be unsubscribed from', async () => {
    const server = await open();
    const [done, wrong] = await server.ask(
      request(1, 'resources/unsubscribe', { uri: 'busy://nowhere' }),
      request(2, 'resources/unsubscribe', { uri: 1 }),
    );
    expect([done?.['result'], wrong?.['error'].code]).toEqual([{}, -32602]);
  });

  test('a client has at most 1000 subscriptions', async () => {
    const uris = Array.from({ length: 1001 }, (_, index) => `busy://day/${index}`);
    const subscribe = (uri: string, id: number): Wire => request(id, 'resources/subscribe', { uri });
    const messages = [initialize('init', revision), ...uris.map(subscribe), subscribe('busy://day/0', 1001)];
    const [, ...answers] = await talk(makeBusyServer(), messages);
    expect(answers).toHaveLength(1002);
    expect(answers.filter(({ error }) => error !== undefined)).toEqual([
      { jsonrpc: '2.0', id: 1000, error: { code: -32602, message: 'Too many subscriptions: at most 1000' } },
    ]);
  });

  test('what is disabled cannot be subscribed to', async () => {
    const server = await open();
    server.control.resources.disable('busy://weather');
    const uri = 'busy://weather';
    expect((await server.ask(request(1, 'resources/subscribe', { uri }))).at(-1)?.['error']).toEqual({
      code: -32002,
      message: 'Resource not found',
      data: { uri },
    });
  });

  test('subscriptions/listen is no method of it', async () => {
    const server = await open();
    const [answer] = await server.ask(request(1, 'subscriptions/listen', { notifications: {} }));
    expect(answer?.['error'].code).toBe(-32601);
  });
});

describe('subscriptions/listen on stdio (2026-07-28 basic/patterns/subscriptions)', () => {
  test.each([1, 'sub', 0])('is acknowledged first, and all of it carries its id: %j', async (id) => {
    const server = serveControlled(makeBusyServer());
    const filter = { toolsListChanged: true, resourceSubscriptions: ['busy://news'] };
    const _meta = { [subscriptionKey]: id };
    expect(await server.ask(listenTo(id, filter))).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta, notifications: filter },
      },
    ]);
    changeAll(server);
    expect(await server.ask()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { _meta, uri: 'busy://news' } },
    ]);
  });

  test('several are told apart by their ids', async () => {
    const server = serveControlled(makeBusyServer());
    await server.ask(
      listenTo('t', { toolsListChanged: true }),
      listenTo('p', { promptsListChanged: true }),
      listenTo('tp', { toolsListChanged: true, promptsListChanged: true }),
    );
    changeAll(server);
    const told = (await server.ask()).map(({ method, params }) => [params._meta[subscriptionKey], method]);
    expect(told).toHaveLength(4);
    expect(told).toEqual(
      expect.arrayContaining([
        ['t', 'notifications/tools/list_changed'],
        ['tp', 'notifications/tools/list_changed'],
        ['p', 'notifications/prompts/list_changed'],
        ['tp', 'notifications/prompts/list_changed'],
      ]),
    );
  });

  test('says nothing more once it was cancelled, not even an answer', async () => {
    const server = serveControlled(makeBusyServer());
    await server.ask(listenTo('a', { toolsListChanged: true }), listenTo('b', { toolsListChanged: true }));
    expect(await server.ask(cancellation('a'))).toEqual([]);
    server.control.tools.disable('echo');
    expect((await server.ask()).map(({ params }) => params._meta[subscriptionKey])).toEqual(['b']);
    expect((await server.end()).map(({ id, params }) => id ?? params.requestId)).toEqual(['b', 'b']);
    expect(reports).toEqual([]);
  });

  test('leaves nothing behind once it was cancelled', async () => {
    const left = new Set<object>();
    const keep = (listener: object) => {
      left.add(listener);
      return () => left.delete(listener);
    };
    const { prototype } = EnabledEntries;
    const spies = [
      vi.spyOn(prototype, 'listen').mockImplementation(keep),
      vi.spyOn(prototype, 'subscribe').mockImplementation((_uri, listener) => keep(listener)),
      vi.spyOn(prototype, 'onEnd').mockImplementation(keep),
    ];
    onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
    const server = serveControlled(makeBusyServer());
    const wanted = { toolsListChanged: true, resourceSubscriptions: ['busy://day/1', 'busy://day/2'] };
    await server.ask(listenTo('a', wanted), listenTo('b', wanted));
    const kept = left.size;
    expect(kept).toBeGreaterThan(0);
    await server.ask(cancellation('a'));
    expect(left.size).toBe(kept / 2);
    await server.ask(cancellation('b'));
    expect(left.size).toBe(0);
  });

  test('names at most 1000 resources', async () => {
    const uris = (count: number) => Array.from({ length: count }, (_, index) => `busy://day/${index}`);
    const server = serveControlled(makeBusyServer());
    const [agreed] = await server.ask(listenTo(1, { resourceSubscriptions: uris(1000) }));
    expect(agreed?.['params'].notifications.resourceSubscriptions).toHaveLength(1000);
    const [refused] = await server.ask(listenTo(2, { resourceSubscriptions: uris(1001) }));
    expect(refused?.['error']).toEqual({ code: -32602, message: 'Too many resourceSubscriptions: at most 1000' });
  });

  test('that was cancelled before it began does not begin', async () => {
    const server = converse(makeBusyServer());
    server.send(listenTo('a', { toolsListChanged: true }), cancellation('a'), modern(1, 'server/discover'));
    expect((await server.end()).map(({ id, method }) => id ?? method)).toEqual([1]);
  });

  test('is cancelled at the end of input, then ends with its result', async () => {
    const server = serveControlled(makeBusyServer());
    await server.ask(listenTo('sub', {}));
    expect(await server.end()).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { _meta: { [subscriptionKey]: 'sub' }, requestId: 'sub', reason: 'The server is shutting down' },
      },
      {
        jsonrpc: '2.0',
        id: 'sub',
        result: {
          resultType: 'complete',
          _meta: {
            [subscriptionKey]: 'sub',
            'io.modelcontextprotocol/serverInfo': { name: 'busy', version: '1.0.0' },
          },
        },
      },
    ]);
  });

  test('is the only thing that the server ever cancels', async () => {
    const opened = converse(makeBusyServer());
    const call = (id: unknown, name: string): Wire => modern(id, 'tools/call', { name, arguments: {} });
    opened.send(listenTo('sub', {}), listenTo('left', {}), call('a', 'wait'), call('failed', 'nobody'));
    const said = [await opened.next(), await opened.next(), await opened.next()];
    opened.send(cancellation('a'), cancellation('left'), cancellation('failed'), call('b', 'echo'));
    said.push(await opened.next(), ...(await opened.end()));
    const cancelled = said.filter(({ method }) => method === 'notifications/cancelled');
    expect(cancelled.map(({ params }) => params.requestId as unknown)).toEqual(['sub']);
    expect(said.flatMap(({ id }) => id ?? []).toSorted()).toEqual(['b', 'failed', 'sub']);
  });

  test('tells a legacy peer on the same process in its own way', async () => {
    const server = serveControlled(makeBusyServer());
    await server.ask(initialize('init', '2025-11-25'), initialized, listenTo('m', { toolsListChanged: true }));
    server.control.tools.disable('echo');
    const told = await server.ask();
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} });
    expect(told).toContainEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      params: { _meta: { [subscriptionKey]: 'm' } },
    });
  });

  test('with an id that is still in use is refused, and the other goes on', async () => {
    const server = serveControlled(makeBusyServer());
    await server.ask(listenTo(1, { toolsListChanged: true }));
    const [refused] = await server.ask(listenTo(1, {}));
    expect([refused?.['id'], refused?.['error'].code]).toEqual([1, -32600]);
    server.control.tools.disable('echo');
    expect(methodsOf(await server.ask())).toEqual(['notifications/tools/list_changed']);
  });
});
