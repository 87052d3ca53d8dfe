import { describe, expect, test } from 'vitest';
import { ableClient } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { until, type HttpTestOptions } from '../wire/http-kit.js';
import type { RawResponse, RawStream } from '../wire/raw-http.js';
import { initialize, initialized, request, type Subject, type Wire } from '../wire/wire.js';
import { kill, openNodes, storeKinds, type StoreKind, type TestNode } from './nodes-kit.js';

const call = (id: unknown, name: string): Wire => request(id, 'tools/call', { name, arguments: {} });
const textOf = (message: Wire | undefined): string => message?.['result'].content[0].text;

/** Opens the stream of a client of 2024-11-05 at the first process, and sends its messages to the others. */
async function openPair(kind: StoreKind, subject: Subject, options: HttpTestOptions = {}) {
  const nodes = await openNodes(kind, subject, { ...options, http: { legacySse: true, ...options.http } });
  const [a, b, c] = nodes;
  const stream = await a.open({ method: 'GET', path: '/sse', headers: { 'X-User': 'alice' } });
  const { event, data: path = '' } = (await stream.next()) ?? {};
  expect(event).toBe('endpoint');
  const post = (node: TestNode, message: Wire, user = 'alice'): Promise<RawResponse> =>
    node.fetch({
      path,
      headers: { 'Content-Type': 'application/json', 'X-User': user },
      body: JSON.stringify(message),
    });
  const start = async (): Promise<void> => {
    const hello = initialize(0, '2024-11-05');
    const able = { ...hello, params: { ...hello['params'], capabilities: ableClient } };
    expect((await post(b, able)).status).toBe(202);
    expect((await stream.nextMessage())?.['result'].protocolVersion).toBe('2024-11-05');
    expect((await post(c, initialized)).status).toBe(202);
  };
  return { a, b, c, stream, post, start };
}

/** The ids or methods of the next messages, sorted. */
async function hear(stream: RawStream, count: number): Promise<readonly string[]> {
  const heard: string[] = [];
  while (heard.length < count) {
    const message = await stream.nextMessage();
    heard.push(String(message?.['id'] ?? message?.['method']));
  }
  return heard.toSorted();
}

describe.each(storeKinds)('sse and messages at several processes, $name (2024-11-05 basic/transports)', (kind) => {
  test('a message to any process is answered on the one stream', async () => {
    const { a, b, c, stream, post, start } = await openPair(kind, makeBusyServer());
    await start();
    for (const [id, node] of [a, b, c].entries()) {
      const { status, body } = await post(node, call(id, 'who'));
      expect([status, body]).toEqual([202, '']);
      const answer = await stream.nextMessage();
      expect([answer?.['id'], JSON.parse(textOf(answer)).revision]).toEqual([id, '2024-11-05']);
    }
  });

  test('an answer, a cancellation and a subscription reach the process that they concern', async () => {
    const busy = makeBusyServer();
    const { a, b, c, stream, post, start } = await openPair(kind, busy);
    await start();
    await post(b, call('long', 'wait'));
    await until(() => busy.waiting.length === 1);
    await post(c, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } });
    await until(() => busy.stopped.length === 1);
    await post(b, request('sub', 'resources/subscribe', { uri: 'busy://news' }));
    expect(await hear(stream, 1)).toEqual(['sub']);
    c.control.resources.updated('busy://news');
    expect(await hear(stream, 1)).toEqual(['notifications/resources/updated']);
    await post(a, request('end', 'ping'));
    expect(await hear(stream, 1)).toEqual(['end']);
  });

  test('a question of one process is answered through another', async () => {
    const subject = oneTool(async (_, { sample }) => {
      const { content } = await sample({ maxTokens: 5, messages: [] });
      return JSON.stringify(content);
    });
    const { b, c, stream, post, start } = await openPair(kind, subject);
    await start();
    await post(b, call(1, 'probe'));
    const question = await stream.nextMessage();
    expect(question?.['method']).toBe('sampling/createMessage');
    const content = { type: 'text', text: 'hi' };
    const result = { role: 'assistant', model: 'm', content };
    await post(c, { jsonrpc: '2.0', id: question?.['id'], result });
    expect(JSON.parse(textOf(await stream.nextMessage()))).toEqual(content);
  });

  test('a session belongs to its principal, and ends with its stream', async () => {
    const authenticate = (message: { header(name: string): string | undefined }) => ({
      principal: message.header('x-user') ?? 'nobody',
    });
    const { a, b, stream, post, start } = await openPair(kind, makeBusyServer(), { authenticate });
    await start();
    for (const node of [a, b]) expect((await post(node, request(1, 'ping'), 'mallory')).status).toBe(404);
    stream.close();
    while ((await post(b, request(2, 'ping'))).status !== 404);
  });

  test('a session whose process was killed is over', async () => {
    const { a, b, post, start } = await openPair(kind, makeBusyServer(), { http: { keepAliveMs: 100 } });
    await start();
    expect((await post(b, request(1, 'ping'))).status).toBe(202);
    kill(a);
    while ((await post(b, request(2, 'ping'))).status !== 404);
  });

  test('a process that ends first passes its last answers to the process that holds the stream', async () => {
    const busy = makeBusyServer();
    const { b, stream, post, start } = await openPair(kind, busy, { start: { shutdownTimeoutMs: 20_000 } });
    await start();
    await post(b, call('last', 'wait'));
    await until(() => busy.waiting.length === 1);
    const release = b.store.hold('append session-log:');
    busy.release();
    const stopped = b.stop();
    await b.store.untilCommand('append session-log:');
    release();
    expect(await hear(stream, 1)).toEqual(['last']);
    await stopped;
  });

  test('a call that a process cannot finish gets an error on the stream', async () => {
    const busy = makeBusyServer();
    const { a, b, stream, post, start } = await openPair(kind, busy, { start: { shutdownTimeoutMs: 50 } });
    await start();
    for (const [id, node] of [a, b].entries()) {
      await post(node, call(id, 'wait'));
      await until(() => busy.waiting.length === id + 1);
    }
    await b.stop();
    const failed = { code: -32603, data: { reason: 'server-ended' } };
    expect(await stream.nextMessage()).toMatchObject({ id: 1, error: failed });
    await a.stop();
    expect(await stream.rest()).toMatchObject([{ id: 0, error: failed }]);
  });

  test('an outage of the store refuses messages at other processes, and no others', async () => {
    const { a, b, c, stream, post, start } = await openPair(kind, makeBusyServer());
    await start();
    for (const node of [a, b, c]) node.store.cut();
    const { status, headers } = await post(b, request(1, 'ping'));
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect((await a.fetch({ method: 'GET', path: '/sse' })).status).toBe(503);
    expect((await post(a, request(2, 'ping'))).status).toBe(202);
    expect(await hear(stream, 1)).toEqual(['2']);
    for (const node of [a, b, c]) node.store.restore();
    await post(c, request(3, 'ping'));
    expect(await hear(stream, 1)).toEqual(['3']);
  });
});
