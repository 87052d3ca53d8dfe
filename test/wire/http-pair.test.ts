import { describe, expect, test } from 'vitest';
import { makeBusyServer } from './http-fixture.js';
import { serve, until, untilClosed, type HttpSubject, type HttpTestOptions } from './http-kit.js';
import type { RawResponse, RawStream } from './raw-http.js';
import { initialize, reports, request, type Subject } from './wire.js';

/** A client of revision 2024-11-05. */
class PairClient {
  readonly server: HttpSubject;
  readonly stream: RawStream;
  readonly path: string;

  constructor(server: HttpSubject, stream: RawStream, path: string) {
    this.server = server;
    this.stream = stream;
    this.path = path;
  }

  static async open(server: HttpSubject, headers: { readonly [name: string]: string } = {}): Promise<PairClient> {
    const stream = await server.open({
      method: 'GET',
      path: '/sse',
      headers: { Accept: 'text/event-stream', ...headers },
    });
    const { event, data = '' } = (await stream.next()) ?? {};
    expect(event).toBe('endpoint');
    return new PairClient(server, stream, new URL(data, server.url).href.slice(new URL(server.url).origin.length));
  }

  post(message: unknown, headers: { readonly [name: string]: string } = {}): Promise<RawResponse> {
    return this.server.fetch({ path: this.path, body: JSON.stringify(message), headers });
  }

  /** Sends a request and reads messages until its answer. */
  async ask(message: { readonly id?: unknown }): Promise<readonly unknown[]> {
    const { status, body } = await this.post(message);
    expect([status, body]).toEqual([202, '']);
    const messages: unknown[] = [];
    for (let next = await this.stream.nextMessage(); next !== undefined; next = await this.stream.nextMessage()) {
      messages.push(next);
      if (next['id'] === message.id) break;
    }
    return messages;
  }
}

const servePair = (subject: Subject, options: HttpTestOptions = {}): Promise<HttpSubject> =>
  serve(subject, { ...options, http: { ...options.http, legacySse: true } });
const call = (id: unknown, name: string, meta?: object): { readonly id?: unknown } =>
  request(id, 'tools/call', { name, arguments: {}, ...(meta && { _meta: meta }) });

describe('the two endpoints (2024-11-05 basic/transports#http-with-sse)', () => {
  test('a stream names the other endpoint first, and brings the answers as message events', async () => {
    const server = await servePair(makeBusyServer());
    const client = await PairClient.open(server);
    expect(client.stream.head.headers['x-accel-buffering']).toBe('no');
    expect((await client.post(initialize(1, '2024-11-05'))).status).toBe(202);
    const { event, data = '' } = (await client.stream.next()) ?? {};
    expect(event).toBe('message');
    expect(JSON.parse(data)).toMatchObject({ id: 1, result: { protocolVersion: '2024-11-05' } });
  });

  test('a stream is initialized once', async () => {
    const server = await servePair(makeBusyServer());
    const client = await PairClient.open(server);
    await client.ask(initialize(1, '2024-11-05'));
    expect(await client.ask(initialize(2, '2025-06-18'))).toMatchObject([{ id: 2, error: { code: -32600 } }]);
  });

  test('what belongs to a request and what belongs to none come on the stream', async () => {
    const server = await servePair(makeBusyServer());
    const client = await PairClient.open(server);
    await client.ask(initialize(1, '2024-11-05'));
    await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await client.ask(call(2, 'report', { progressToken: 't' }))).toHaveLength(5);
    await client.ask(request(3, 'resources/subscribe', { uri: 'busy://news' }));
    server.control.tools.disable('echo');
    server.control.resources.updated('busy://news');
    expect((await client.stream.nextMessage())?.['method']).toBe('notifications/tools/list_changed');
    expect((await client.stream.nextMessage())?.['method']).toBe('notifications/resources/updated');
  });

  test('a client that goes away stops what it asked for, and its endpoint is gone', async () => {
    const busy = makeBusyServer();
    const server = await servePair(busy);
    const client = await PairClient.open(server);
    await client.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 1);
    client.stream.close();
    await until(() => busy.stopped.length === 1);
    expect((await client.post(request(2, 'ping'))).status).toBe(404);
    expect(reports).toEqual([]);
  });

  test.each(['/messages', '/messages?sessionId=', '/messages?sessionId=made-up', '/messages?session=1'])(
    'there is nobody at %s',
    async (path) => {
      const server = await servePair(makeBusyServer());
      await PairClient.open(server);
      expect((await server.fetch({ path, body: JSON.stringify(request(1, 'ping')) })).status).toBe(404);
    },
  );

  test.each([
    ['POST', '/sse', 'GET'],
    ['DELETE', '/sse', 'GET'],
    ['GET', '/messages', 'POST'],
    ['PUT', '/messages', 'POST'],
  ])('%s %s gets 405', async (method, path, allowed) => {
    const server = await servePair(makeBusyServer());
    const { status, headers } = await server.fetch({ method, path });
    expect([status, headers['allow']]).toEqual([405, allowed]);
  });

  test.each([
    ['Origin', 'http://evil.example'],
    ['Host', 'evil.example'],
  ])('both check the %s', async (name, value) => {
    const server = await servePair(makeBusyServer());
    const client = await PairClient.open(server);
    expect((await server.fetch({ method: 'GET', path: '/sse', headers: { [name]: value } })).status).toBe(403);
    expect((await client.post(request(1, 'ping'), { [name]: value })).status).toBe(403);
  });

  test('what is no message gets 400, what is no JSON 415', async () => {
    const server = await servePair(makeBusyServer());
    const client = await PairClient.open(server);
    expect((await server.fetch({ path: client.path, body: '{' })).status).toBe(400);
    expect((await client.post({}, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect(await client.ask(request(1, 'ping'))).toHaveLength(1);
  });

  test('handlers see the request and who sent it', async () => {
    const server = await servePair(makeBusyServer(), { authenticate: () => ({ principal: 'ann' }) });
    const client = await PairClient.open(server);
    await client.post(call(1, 'who'), { 'X-Test': 'here' });
    const answer = (await client.stream.nextMessage())?.['result'].content[0].text;
    expect(JSON.parse(answer)).toEqual({
      revision: '2024-11-05',
      auth: { principal: 'ann' },
      http: { method: 'POST', url: client.path, test: 'here' },
    });
  });

  test('a stream is only for who opened it', async () => {
    const server = await servePair(makeBusyServer(), {
      authenticate: ({ header }) => ({ principal: header('X-User') ?? '' }),
    });
    const client = await PairClient.open(server, { 'X-User': 'ann' });
    expect((await client.post(request(1, 'ping'), { 'X-User': 'bob' })).status).toBe(404);
    expect((await client.post(request(1, 'ping'), { 'X-User': 'ann' })).status).toBe(202);
  });

  test('streams are bounded and kept alive', async () => {
    const server = await servePair(makeBusyServer(), { http: { maxStreams: 1, keepAliveMs: 20 } });
    const client = await PairClient.open(server);
    expect(await client.stream.next()).toEqual({ comment: '' });
    expect((await server.fetch({ method: 'GET', path: '/sse' })).status).toBe(503);
  });

  test('a client that takes no stream gets 406', async () => {
    const server = await servePair(makeBusyServer());
    const headers = { Accept: 'application/json' };
    expect((await server.fetch({ method: 'GET', path: '/sse', headers })).status).toBe(406);
  });

  test('streams end at once when the server stops', async () => {
    const server = await servePair(makeBusyServer(), { start: { shutdownTimeoutMs: 600_000 } });
    const client = await PairClient.open(server);
    await server.stop();
    expect(await client.stream.rest()).toEqual([]);
  });

  test('what runs is answered before the server stops', async () => {
    const busy = makeBusyServer();
    const server = await servePair(busy, { start: { shutdownTimeoutMs: 2000 } });
    const client = await PairClient.open(server);
    await client.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 1);
    const stopped = server.stop();
    await untilClosed(server);
    busy.release();
    await stopped;
    expect((await client.stream.rest()).map(({ id }) => id)).toEqual([1]);
  });
});
