import { describe, expect, test } from 'vitest';
import { makeBusyServer } from './http-fixture.js';
import { arrive, serve, sessionHeaders, until } from './http-kit.js';
import { legacyRevisions as revisions } from './revision-client.js';
import { initialize, reports, request } from './wire.js';

const call = (id: unknown, name: string, args: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args });

describe('without sessions', () => {
  const http = { sessions: false };

  test.each(revisions)('%s is served request by request', async (revision) => {
    const server = await serve(makeBusyServer(), { http });
    const opened = await server.post(initialize(1, revision));
    expect(opened.messages[0]?.['result'].protocolVersion).toBe(revision);
    expect(opened.headers['mcp-session-id']).toBeUndefined();
    const { status, messages } = await server.post(call(2, 'who'), {
      'MCP-Protocol-Version': revision,
      'Mcp-Session-Id': 'whatever',
    });
    expect(status).toBe(200);
    expect(JSON.parse(messages[0]?.['result'].content[0].text).revision).toBe(revision);
  });

  test('without a version it is 2025-03-26, batches and all', async () => {
    const server = await serve(makeBusyServer(), { http });
    const { messages } = await server.post(call(1, 'who'));
    expect(JSON.parse(messages[0]?.['result'].content[0].text).revision).toBe('2025-03-26');
    const { body } = await server.post([request(1, 'ping'), request(2, 'ping')]);
    expect(JSON.parse(body)).toHaveLength(2);
  });

  test('a version that is not known gets 400', async () => {
    const server = await serve(makeBusyServer(), { http });
    expect((await server.post(request(1, 'ping'), { 'MCP-Protocol-Version': '2020-01-01' })).status).toBe(400);
  });

  test.each(revisions)('there is nothing to listen to and nothing to delete in %s', async (revision) => {
    const server = await serve(makeBusyServer(), { http });
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await server.fetch({ method, headers: sessionHeaders('x', revision) });
      expect([status, headers['allow']]).toEqual([405, 'POST']);
    }
  });

  test('requests with the same id do not know of each other', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http });
    const first = server.post(call(1, 'wait'));
    await until(() => busy.waiting.length === 1);
    expect((await server.post(call(1, 'echo'))).status).toBe(200);
    busy.release();
    expect((await first).messages[0]?.['id']).toBe(1);
  });

  test('progress is streamed, notifications get 202, and malformed ones 400', async () => {
    const server = await serve(makeBusyServer(), { http });
    const stream = await server.stream(request(1, 'tools/call', { name: 'report', _meta: { progressToken: 1 } }));
    expect((await stream.rest()).map(({ id, method }) => id ?? method).slice(-1)).toEqual([1]);
    const { status, body } = await server.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, body]).toEqual([202, '']);
    expect((await server.post({ jsonrpc: '2.0', method: 'x', params: 1 })).status).toBe(400);
  });

  test('a client that goes away cancels nothing', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http });
    const connection = await server.connect();
    connection.send({ body: JSON.stringify(call(1, 'wait')) });
    await until(() => busy.waiting.length === 1);
    connection.socket.destroy();
    await arrive(server);
    expect(busy.stopped).toEqual([]);
    busy.release();
    expect((await server.post(request(1, 'ping'))).status).toBe(200);
    expect(reports).toEqual([]);
  });
});
