import { describe, expect, test } from 'vitest';
import { busyDefinition, makeBusyServer } from './http-fixture.js';
import { arrive, modernHeaders, serve, until, type HttpSubject } from './http-kit.js';
import type { RawStream } from './raw-http.js';
import { modern, reports } from './wire.js';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
const everything = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['busy://news'],
};

const listenTo = (id: unknown, notifications: unknown): object => modern(id, 'subscriptions/listen', { notifications });

async function subscribe(server: HttpSubject, id: unknown, filter: unknown): Promise<RawStream> {
  const stream = await server.stream(listenTo(id, filter));
  expect((await stream.nextMessage())?.['method']).toBe('notifications/subscriptions/acknowledged');
  return stream;
}

/** Changes everything that can change, twice where it is a list. */
function changeAll({ control }: HttpSubject): void {
  control.tools.disable('echo');
  control.prompts.disable('greet');
  control.resources.disable('busy://weather');
  control.resourceTemplates.disable('busy://day/{day}');
  control.resources.updated('busy://news');
  control.resources.updated('busy://weather');
}

describe('a subscription over HTTP (2026-07-28 basic/patterns/subscriptions)', () => {
  test.each([1, 0, 'sub', '1', ''])('is acknowledged first, and all on it carries its id: %j', async (id) => {
    const server = await serve(makeBusyServer());
    const stream = await server.stream(listenTo(id, everything));
    const { status, headers } = stream.head;
    expect([status, headers['x-accel-buffering'], headers['mcp-session-id']]).toEqual([200, 'no', undefined]);
    expect(await stream.nextMessage()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { [subscriptionKey]: id }, notifications: everything },
    });
    changeAll(server);
    const _meta = { [subscriptionKey]: id };
    const told = [await stream.nextMessage(), await stream.nextMessage(), await stream.nextMessage()];
    told.push(await stream.nextMessage(), await stream.nextMessage());
    expect(told).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed', params: { _meta } },
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed', params: { _meta } },
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed', params: { _meta } },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { _meta, uri: 'busy://news' } },
    ]);
  });

  test.each([
    [{ toolsListChanged: true }, ['notifications/tools/list_changed']],
    [{ promptsListChanged: true }, ['notifications/prompts/list_changed']],
    [{ resourcesListChanged: true }, ['notifications/resources/list_changed', 'notifications/resources/list_changed']],
    [{ resourceSubscriptions: ['busy://news'] }, ['notifications/resources/updated']],
    [{ toolsListChanged: false }, []],
    [{ resourceSubscriptions: [] }, []],
    [{ somethingElse: true }, []],
    [{}, []],
  ])('of %j brings nothing that was not asked for', async (filter, methods) => {
    const server = await serve(makeBusyServer());
    const stream = await subscribe(server, 1, filter);
    changeAll(server);
    await server.stop();
    const rest = await stream.rest();
    expect(rest.slice(0, -2).map(({ method }) => method)).toEqual(methods);
  });

  test('is acknowledged with what the server can do only', async () => {
    const definition = {
      ...busyDefinition,
      capabilities: { prompts: true, resources: true, listChanged: ['tools' as const] },
    };
    const server = await serve({ ...makeBusyServer(), definition });
    const stream = await server.stream(listenTo(1, everything));
    expect((await stream.nextMessage())?.['params'].notifications).toEqual({ toolsListChanged: true });
    changeAll(server);
    await server.stop();
    const rest = await stream.rest();
    expect(rest.slice(0, -2).map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
  });

  test('brings nothing that belongs to a request', async () => {
    const server = await serve(makeBusyServer());
    const stream = await subscribe(server, 1, everything);
    const meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' };
    const { messages } = await server.post(modern(1, 'tools/call', { name: 'report' }, meta));
    expect(messages.map(({ id, method }) => id ?? method)).toContain('notifications/message');
    await server.stop();
    expect((await stream.rest()).slice(0, -2)).toEqual([]);
  });

  test('is one of many, each of which brings what it asked for', async () => {
    const server = await serve(makeBusyServer());
    const tools = await subscribe(server, 'same', { toolsListChanged: true });
    const news = await subscribe(server, 'same', { resourceSubscriptions: ['busy://news'] });
    const both = await subscribe(server, 'other', { toolsListChanged: true, resourceSubscriptions: ['busy://news'] });
    changeAll(server);
    await server.stop();
    const methods = async (stream: RawStream) =>
      (await stream.rest()).slice(0, -2).map(({ method, params }) => [method, params._meta[subscriptionKey]]);
    expect(await methods(tools)).toEqual([['notifications/tools/list_changed', 'same']]);
    expect(await methods(news)).toEqual([['notifications/resources/updated', 'same']]);
    expect(await methods(both)).toEqual([
      ['notifications/tools/list_changed', 'other'],
      ['notifications/resources/updated', 'other'],
    ]);
  });

  test('is cancelled when the server stops, then ends with its result, then closes', async () => {
    const server = await serve(makeBusyServer(), { start: { shutdownTimeoutMs: 600_000 } });
    const stream = await subscribe(server, 'sub', everything);
    await server.stop();
    expect(await stream.rest()).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { _meta: { [subscriptionKey]: 'sub' }, requestId: 'sub', reason: expect.any(String) },
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

  test('ends when its client goes away, quietly', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { maxStreams: 1 } });
    for (let turn = 0; turn < 3; turn += 1) {
      const stream = await subscribe(server, turn, everything);
      stream.close();
      await arrive(server);
    }
    changeAll(server);
    expect((await server.post(modern(1, 'tools/list'))).status).toBe(200);
    expect(reports).toEqual([]);
  });

  test('is kept alive by comments, which begin with a colon and carry nothing', async () => {
    const server = await serve(makeBusyServer(), { http: { keepAliveMs: 20 } });
    const stream = await subscribe(server, 1, {});
    for (let turn = 0; turn < 3; turn += 1) expect(await stream.next()).toEqual({ comment: '' });
  });

  test('is for clients that take a stream, 406', async () => {
    const server = await serve(makeBusyServer());
    const { status } = await server.post(listenTo(1, {}), { Accept: 'application/json' });
    expect(status).toBe(406);
  });

  test('is bounded as the streams are, not as the requests are', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { maxStreams: 2, maxRequests: 1 } });
    const streams = [await subscribe(server, 1, {}), await subscribe(server, 2, {})];
    const { status, headers } = await server.post(listenTo(3, {}));
    expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
    expect((await server.post(modern(1, 'tools/list'))).status).toBe(200);
    streams[0]?.close();
    await arrive(server);
    await subscribe(server, 3, {});
  });

  test('that waits behind another answer on its connection ends with the connection', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { maxStreams: 1 } });
    const connection = await server.connect();
    const slow = modern(1, 'tools/call', { name: 'wait' });
    const listening = listenTo(2, everything);
    connection.send({ body: JSON.stringify(slow), headers: modernHeaders(slow) });
    connection.send({ body: JSON.stringify(listening), headers: modernHeaders(listening) });
    await until(() => busy.waiting.length === 1);
    await arrive(server);
    connection.socket.destroy();
    await until(() => busy.stopped.length === 1);
    await arrive(server);
    await subscribe(server, 3, {});
  });
});
