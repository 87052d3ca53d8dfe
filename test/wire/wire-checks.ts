import { expect } from 'vitest';
import { serveControlled } from './controlled.js';
import { makeBusyServer } from './http-fixture.js';
import { serve, until } from './http-kit.js';
import type { RuntimeUnderTest } from './runtime-under-test.js';
import { initialize, modern, request } from './wire.js';

/** A few sharp looks at the wire, each of which any runtime can be put to. They throw when something is wrong. */
export const wireChecks: { readonly [title: string]: (runtime: RuntimeUnderTest) => Promise<void> } = {
  'pages and names that are not allowed are kept out': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    const ask = async (headers: { readonly [name: string]: string }) => (await server.post(list, headers)).status;
    expect(await ask({ Origin: 'http://evil.example' })).toBe(403);
    expect(await ask({ Host: 'evil.example' })).toBe(403);
    expect(await ask({ Origin: 'http://localhost:1' })).toBe(200);
  },

  'headers that contradict the body get 400 and -32020': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    for (const headers of [
      { 'Mcp-Method': 'ping' },
      { 'Mcp-Name': 'wait' },
      { 'MCP-Protocol-Version': '2025-11-25' },
    ]) {
      const { status, messages } = await server.post(call('echo'), headers);
      expect([status, messages[0]?.['id'], messages[0]?.['error']?.code]).toEqual([400, 1, -32020]);
    }
  },

  'headers of parameters are decoded, and compared by value': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    const ask = async (values: object, headers: { readonly [name: string]: string }) =>
      (await server.post(call('place', { arguments: values }), headers)).status;
    expect(
      await ask({ region: 'é', count: 42 }, { 'Mcp-Param-Region': '=?base64?w6k=?=', 'Mcp-Param-Count': '42.0' }),
    ).toBe(200);
    expect(await ask({ region: null }, {})).toBe(200);
    expect(await ask({ region: 'a' }, {})).toBe(400);
    expect(await ask({}, { 'Mcp-Param-Region': 'a' })).toBe(400);
  },

  'modern statuses say what was wrong': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    const unknown = await server.post(modern(1, 'nonsense'));
    expect([unknown.status, unknown.messages[0]?.['error'].code]).toEqual([404, -32601]);
    const future = await server.post(
      modern(1, 'tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
    );
    expect([future.status, future.messages[0]?.['error']?.code]).toEqual([400, -32022]);
    expect(future.messages[0]?.['error'].data.supported).toEqual(['2026-07-28']);
    const notified = await server.post({ jsonrpc: '2.0', method: 'x' }, { 'MCP-Protocol-Version': '2026-07-28' });
    expect([notified.status, notified.body]).toEqual([202, '']);
  },

  'modern results are complete, say who answered and how long they hold': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    for (const method of ['server/discover', 'tools/list', 'resources/list']) {
      const { headers, messages } = await server.post(modern(7, method));
      expect(headers['mcp-session-id']).toBeUndefined();
      expect(messages[0]).toMatchObject({
        id: 7,
        result: {
          resultType: 'complete',
          ttlMs: 0,
          cacheScope: 'public',
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'busy', version: '1.0.0' } },
        },
      });
    }
  },

  'progress grows, and comes before the answer': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    const stream = await server.stream(modern('p', 'tools/call', { name: 'report' }, { progressToken: 5 }));
    expect(stream.head.headers['x-accel-buffering']).toBe('no');
    const told = (await stream.rest()).map(({ id, params }) => id ?? [params.progressToken, params.progress]);
    expect(told).toEqual([[5, 1], [5, 2], [5, 3], 'p']);
  },

  'a modern client that goes away cancels its request, a legacy one does not': async (runtime) => {
    const busy = makeBusyServer();
    const server = await serve(busy, { runtime });
    const session = await server.initialize('2025-11-25');
    const legacy = await server.connect();
    const waiting = request(1, 'tools/call', { name: 'wait', arguments: {} });
    legacy.send({ body: JSON.stringify(waiting), headers: session.headers });
    await until(() => busy.waiting.length === 1);
    legacy.socket.destroy();
    const stream = await server.stream(modern(1, 'tools/call', { name: 'part' }, { progressToken: 1 }));
    stream.close();
    await until(() => busy.stopped.length === 1);
    expect(busy.waiting.map(({ signal, revision }) => [revision, signal.aborted])).toEqual([
      ['2025-11-25', false],
      ['2026-07-28', true],
    ]);
  },

  'a subscription is acknowledged first, brings what it asked for and carries its id': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    const notifications = { resourceSubscriptions: ['busy://news'] };
    const stream = await server.stream(modern('s', 'subscriptions/listen', { notifications }));
    const first = await stream.nextMessage();
    expect([first?.['method'], first?.['params'].notifications]).toEqual([
      'notifications/subscriptions/acknowledged',
      notifications,
    ]);
    server.control.tools.disable('echo');
    server.control.resources.updated('busy://weather');
    server.control.resources.updated('busy://news');
    await server.stop();
    const rest = await stream.rest();
    expect(rest.map(({ id, method }) => id ?? method)).toEqual([
      'notifications/resources/updated',
      's',
      'notifications/cancelled',
    ]);
    const metas = [first ?? {}, ...rest].flatMap(({ params, result }) => (params ?? result)._meta ?? []);
    expect(metas.map((meta) => meta['io.modelcontextprotocol/subscriptionId'])).toEqual(['s', 's', 's']);
  },

  'sessions have ids of their own and belong to who opened them': async (runtime) => {
    const server = await serve(makeBusyServer(), {
      runtime,
      authenticate: ({ header }) => ({ principal: header('X-User') ?? 'ann' }),
    });
    const [one, two] = [await server.initialize('2025-11-25'), await server.initialize('2025-11-25')];
    expect(one.headers['Mcp-Session-Id']).not.toBe(two.headers['Mcp-Session-Id']);
    expect((await one.post(request(1, 'ping'), { 'X-User': 'bob' })).status).toBe(404);
    expect((await server.post(request(1, 'ping'))).status).toBe(400);
    await one.send('DELETE');
    expect((await one.post(request(1, 'ping'))).status).toBe(404);
    expect((await two.post(request(1, 'ping'))).status).toBe(200);
  },

  'a stream resumes behind the last event, with its own events only': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    const session = await server.initialize('2025-11-25');
    await session.listen();
    server.control.tools.disable('echo');
    const stream = await session.stream(request('r', 'tools/call', { name: 'report', _meta: { progressToken: 1 } }));
    expect((await stream.next())?.data).toBe('');
    const { id } = (await stream.next()) ?? {};
    stream.close();
    const rest = await (await session.listen(id)).rest();
    expect(rest.map((message) => message['id'] ?? message['params'].progress ?? 'log')).toEqual([2, 3, 'log', 'r']);
  },

  'legacy results have no envelope, and batches are of 2025-03-26 alone': async (runtime) => {
    const server = await serve(makeBusyServer(), { runtime });
    const session = await server.initialize('2025-03-26');
    const { messages } = await session.post(request(1, 'tools/list'));
    expect(Object.keys(messages[0]?.['result'])).toEqual(['tools']);
    expect(JSON.parse((await session.post([request(1, 'ping')])).body)).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    const later = await server.initialize('2025-06-18');
    expect((await later.post([request(1, 'ping')])).status).toBe(400);
  },

  'on stdio ids come back as they are, and what cannot be answered has none': async (runtime) => {
    const server = serveControlled(makeBusyServer(), runtime);
    const answers = await server.ask(initialize('i', '2025-11-25'), request(1, 'ping'), request('1', 'ping'));
    expect(answers.map(({ id }) => id)).toEqual(['i', 1, '1']);
    const [refused] = await server.ask(request('x', 'tools/call', { name: 'nobody' }));
    expect(refused?.['error'].code).toBe(-32602);
    await server.end();
  },
};

const list = modern(1, 'tools/list');
const call = (name: string, rest: object = {}): object => modern(1, 'tools/call', { name, arguments: {}, ...rest });
