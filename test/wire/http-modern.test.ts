import { describe, expect, test, vi } from 'vitest';
import { loadToolsBy, oneTool } from './fixture-server.js';
import { makeBusyServer, makeSteps } from './http-fixture.js';
import { arrive, modernHeaders, serve, until } from './http-kit.js';
import { cancellation, modern, modernMeta, reports, request } from './wire.js';

const call = (id: unknown, name: string, rest: object = {}, meta: object = {}): object =>
  modern(id, 'tools/call', { name, arguments: {}, ...rest }, meta);

describe('answers (2026-07-28 basic/transports/streamable-http#receiving-messages)', () => {
  test('tools that cannot be loaded are an internal error, and loaded again', async () => {
    const { definition, handlers } = oneTool(() => 'x');
    const load = vi.fn(definition.tools.load).mockRejectedValueOnce(new Error('no such file'));
    const server = await serve({ definition: loadToolsBy(definition, load), handlers });
    const { status, messages } = await server.post(call(1, 'probe'));
    const error = { code: -32603, message: 'Internal error' };
    expect([status, messages]).toEqual([200, [{ jsonrpc: '2.0', id: 1, error }]]);
    expect(reports.join('')).toMatch(/ REQUEST \| ERROR: no such file\n$/u);
    expect(await server.post(call(2, 'probe'))).toMatchObject({ status: 200 });
  });

  test('the server introduces itself, and says how long that holds', async () => {
    const server = await serve(makeBusyServer());
    const { messages } = await server.post(modern('d', 'server/discover'));
    expect(messages).toEqual([
      {
        jsonrpc: '2.0',
        id: 'd',
        result: {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: {
            completions: {},
            logging: {},
            prompts: { listChanged: true },
            resources: { subscribe: true, listChanged: true },
            tools: { listChanged: true },
          },
          ttlMs: 0,
          cacheScope: 'public',
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'busy', version: '1.0.0' } },
        },
      },
    ]);
  });

  test('what is said before the answer makes it a stream that ends with the answer', async () => {
    const server = await serve(makeBusyServer());
    const stream = await server.stream(
      call(5, 'report', {}, { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'info' }),
    );
    expect(stream.head.status).toBe(200);
    expect(stream.head.headers['x-accel-buffering']).toBe('no');
    expect(stream.head.headers['cache-control']).toContain('no-cache');
    const progress = (done: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: done, total: 3 },
    });
    const messages = await stream.rest();
    expect(messages.slice(0, 4)).toEqual([
      progress(1),
      progress(2),
      progress(3),
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'warning', data: 'careful' } },
    ]);
    expect(messages.slice(4).map(({ id, result }) => [id, result.content[0].text])).toEqual([[5, 'reported']]);
  });

  test('requests that run at once say their own on their own streams, and ask nothing there', async () => {
    const { subject, release } = makeSteps();
    const server = await serve(subject);
    const streams = [
      await server.stream(call('a', 'probe', {}, { progressToken: 'a' })),
      await server.stream(call('b', 'probe', {}, { progressToken: 'b' })),
    ];
    server.control.tools.disable('other');
    release();
    for (const [index, owner] of ['a', 'b'].entries()) {
      const messages = (await streams[index]?.rest()) ?? [];
      expect(messages.map(({ id, method, params }) => [method, id, params?.progressToken])).toEqual([
        ['notifications/progress', undefined, owner],
        ['notifications/progress', undefined, owner],
        [undefined, owner, undefined],
      ]);
    }
  });

  test('streams cannot be resumed: their events have no ids', async () => {
    const server = await serve(makeBusyServer());
    const stream = await server.stream(call(1, 'report', {}, { progressToken: 1 }));
    for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
      expect(Object.keys(event).toSorted()).toEqual(['data', 'event']);
      expect(event.event).toBe('message');
    }
  });

  test('nothing that was not asked for is said before the answer', async () => {
    const server = await serve(makeBusyServer());
    const { headers, messages } = await server.post(call(1, 'report'));
    expect(headers['content-type']).toBe('application/json');
    expect(messages).toHaveLength(1);
  });

  test('a client that takes JSON alone gets the answer without what comes before it', async () => {
    const server = await serve(makeBusyServer());
    const { headers, messages } = await server.post(call(1, 'report', {}, { progressToken: 1 }), {
      Accept: 'application/json',
    });
    expect(headers['content-type']).toBe('application/json');
    expect(messages.map(({ id }) => id)).toEqual([1]);
  });

  test('each request is answered where it was asked, also when they share an id', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const first = server.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 1);
    const second = await server.post(call(1, 'echo', { arguments: { second: true } }));
    expect(second.messages[0]?.['result'].content[0].text).toContain('second');
    busy.release();
    expect((await first).messages[0]?.['result'].content[0].text).toBe('waited');
  });

  test('a client that waits long gets signs of life', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { keepAliveMs: 20 } });
    const stream = await server.stream(call(1, 'wait'));
    expect(await stream.next()).toEqual({ comment: '' });
    expect(await stream.next()).toEqual({ comment: '' });
    busy.release();
    expect((await stream.rest()).map(({ id }) => id)).toEqual([1]);
  });
});

describe('statuses of the modern era', () => {
  test.each(['nonsense', 'initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'tools/call2', 'toString'])(
    'the method %s, which it does not have, gets 404 and -32601',
    async (method) => {
      const server = await serve(makeBusyServer());
      const { status, messages } = await server.post(modern('m', method));
      expect(status).toBe(404);
      expect(messages).toEqual([
        { jsonrpc: '2.0', id: 'm', error: { code: -32601, message: expect.stringContaining('Method not found') } },
      ]);
    },
  );

  test('a notification gets 202 and no body', async () => {
    const server = await serve(makeBusyServer());
    for (const headers of [{}, { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'notifications/cancelled' }]) {
      const {
        status,
        headers: answered,
        body,
      } = await server.post(
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: modernMeta } },
        { ...headers, 'MCP-Protocol-Version': '2026-07-28' },
      );
      expect([status, body, answered['content-type']]).toEqual([202, '', undefined]);
    }
  });

  test('a notification with the metadata of a request needs no version header', async () => {
    const server = await serve(makeBusyServer());
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: modernMeta } };
    const { status, body } = await server.post(notification, { 'MCP-Protocol-Version': undefined });
    expect([status, body]).toEqual([202, '']);
  });

  test.each([
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, undefined],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } }, undefined],
    ['a batch', [modern(1, 'tools/list')], undefined],
    ['an empty batch', [], undefined],
    ['a malformed notification', { jsonrpc: '2.0', method: 'x', params: [] }, undefined],
    ['an id of null', modern(null, 'tools/list'), undefined],
    ['an id that is no integer', modern(1.5, 'tools/list'), undefined],
    ['another version of JSON-RPC', { ...modern(1, 'tools/list'), jsonrpc: '1.0' }, 1],
    ['a method that is no string', { ...modern(1, 'tools/list'), method: 1 }, 1],
    ['parameters in an array', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }, 1],
  ])('%s gets 400', async (_, message, id) => {
    const server = await serve(makeBusyServer());
    const headers = { ...modernHeaders(modern(1, 'tools/list')) };
    const { status, messages } = await server.post(message, headers);
    expect(status).toBe(400);
    expect(messages[0]?.['error'].code).toBe(-32600);
    expect(messages[0]?.['id']).toBe(id);
    expect((await server.post(modern(1, 'tools/list'))).status).toBe(200);
  });
});

describe('cancellation (2026-07-28 basic/patterns/cancellation#transport-specific-cancellation)', () => {
  test.each([
    ['waits for JSON', {}, false],
    ['has a stream', { progressToken: 1 }, true],
  ])('a client that goes away while it %s cancels its request', async (_, meta, isStream) => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const connection = await server.connect();
    const message = call(1, 'part', {}, meta);
    connection.send({ body: JSON.stringify(message), headers: modernHeaders(message) });
    if (isStream) expect((await connection.readHead()).headers['content-type']).toBe('text/event-stream');
    await until(() => busy.waiting.length === 1);
    connection.socket.destroy();
    await until(() => busy.stopped.length === 1);
    expect(busy.stopped).toEqual(['The client closed the connection']);
    await arrive(server);
    expect(reports).toEqual([]);
    expect((await server.post(modern(2, 'tools/list'))).status).toBe(200);
  });

  test('nothing more is said on a stream whose client has ended its side', async () => {
    const busy = oneTool(async (_, context) => {
      context.progress(1);
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
      context.progress(2);
      context.log.error('too late');
      return 'done';
    });
    const server = await serve(busy);
    const listening = await server.stream(modern('s', 'subscriptions/listen', { notifications: {} }));
    await listening.nextMessage();
    const meta = { progressToken: 1, 'io.modelcontextprotocol/logLevel': 'debug' };
    const stream = await server.stream(call(1, 'probe', {}, meta));
    expect((await stream.nextMessage())?.['params'].progress).toBe(1);
    stream.connection.socket.endInput();
    expect(await stream.connection.socket.readToEnd()).not.toContain('{');
    await server.stop();
    expect((await listening.rest()).map(({ id, method }) => id ?? method)).toEqual(['notifications/cancelled', 's']);
  });

  test('a notification cancels nothing, since it names no stream', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const answer = server.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 1);
    const { status } = await server.post(cancellation(1), { 'MCP-Protocol-Version': '2026-07-28' });
    busy.release();
    expect([status, (await answer).messages[0]?.['id'], busy.stopped]).toEqual([202, 1, []]);
  });

  test('only the request of the connection that closed is cancelled', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const leaving = await server.connect();
    leaving.send({ body: JSON.stringify(call(1, 'wait')), headers: modernHeaders(call(1, 'wait')) });
    await until(() => busy.waiting.length === 1);
    const staying = server.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 2);
    leaving.socket.reset();
    await until(() => busy.stopped.length === 1);
    busy.release();
    expect((await staying).messages[0]?.['result'].content[0].text).toBe('waited');
    expect(busy.stopped).toHaveLength(1);
  });

  test('letting go of the connection is nothing that a modern client could come back from', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const answer = server.post(call(1, 'part'));
    await until(() => busy.waiting.length === 1);
    await arrive(server);
    busy.release();
    expect((await answer).messages[0]?.['result'].content[0].text).toBe('waited');
  });
});

describe('both eras (2026-07-28 basic/versioning#backward-compatibility-with-initialization-based-versions)', () => {
  test('are spoken in turn on one connection', async () => {
    const server = await serve(makeBusyServer());
    const { headers } = await server.initialize('2025-06-18');
    const connection = await server.connect();
    const legacy = { body: JSON.stringify(request('l', 'tools/list')), headers };
    const message = modern('m', 'tools/list');
    const stateless = { body: JSON.stringify(message), headers: modernHeaders(message) };
    for (const sent of [legacy, stateless, legacy, stateless]) {
      connection.send(sent);
      const { status, messages } = await connection.readResponse();
      expect(status).toBe(200);
      expect(messages[0]?.['id']).toBe(sent === legacy ? 'l' : 'm');
      expect(messages[0]?.['result'].resultType).toBe(sent === legacy ? undefined : 'complete');
    }
  });

  test('a modern request is none of the session whose id it carries', async () => {
    const server = await serve(makeBusyServer());
    const { headers } = await server.initialize('2025-11-25');
    const message = modern(1, 'tools/call', { name: 'who' });
    const { headers: answered, messages } = await server.post(message, { ...headers, ...modernHeaders(message) });
    expect(JSON.parse(messages[0]?.['result'].content[0].text).revision).toBe('2026-07-28');
    expect(answered['mcp-session-id']).toBeUndefined();
  });
});
