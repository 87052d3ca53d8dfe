import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { SessionStore, type Session } from '../../runtime/transports/http/session-store.js';
import { decodeHeaderValue } from '../../runtime/transports/http/check-headers.js';
import { KeepAliveTimer } from '../../runtime/transports/http/keep-alive-timer.js';
import { acceptsGzip } from '../../runtime/transports/node/gzip-list.js';
import { NodeRequest } from '../../runtime/transports/node/http-adapter.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { WebRequest } from '../../runtime/transports/web/web-adapter.js';
import { measureGrowth } from '../kit/measure-growth.js';
import { oneTool } from '../wire/fixture-server.js';
import { modern } from '../wire/wire.js';

const server = createWebServer({
  ...oneTool(() => 'x', { headers: [{ name: 'Count', path: ['count'], type: 'integer' }] }),
  options: { http: { allowedHosts: ['a.example', 'b.example'], allowedOrigins: ['https://a.example'] } },
});

const usual = {
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'probe',
  'mcp-param-count': '1',
  host: 'a.example',
};
const body = JSON.stringify(modern(1, 'tools/call', { name: 'probe', arguments: { count: 1 } }));

describe('ten times as long a header takes about ten times as long', () => {
  test.each([
    ['accept', '', '*/*;q=0,', ''],
    ['accept', '*/*', ' ;\t', 'x'],
    ['accept', '*/*;q=0.', '0', 'x'],
    ['content-type', 'application/json', ' ; charset=x', ''],
    ['content-type', 'application/json;', ' \t', 'x'],
    ['mcp-name', 'x', ' \t', 'x'],
    ['mcp-name', '=?base64?', 'AAAA', '?='],
    ['mcp-name', '=?base64?', '=', '?='],
    ['mcp-param-count', '', '1', 'e'],
    ['mcp-param-count', '', '1e1.', ''],
    ['mcp-protocol-version', '', '2026-', ''],
    ['mcp-method', '', 'tools/', ''],
    ['mcp-session-id', '', 'a-', ''],
    ['last-event-id', '', '1_', ''],
    ['cookie', '', 'a="b"; ', ''],
    ['origin', 'https://a', ':1', ''],
    ['host', 'a.example', ':1', 'x'],
    ['host', 'a.example:', '1', 'x'],
  ])('%s: %j, %j …, %j', async (name, begin, piece, end) => {
    await measureGrowth(5_000, async (count) => {
      const headers = { ...usual, [name]: begin + piece.repeat(count) + end };
      const response = await server.fetch(new Request('http://a.example/mcp', { method: 'POST', headers, body }));
      expect(response.status).not.toBe(500);
    });
  });

  test.each([
    ['gzip', ' ;q=1', ','],
    ['', ', \t', 'x'],
    ['gzip', ' \t', 'x'],
    ['gzip;q=', '1.', 'x'],
  ])('accept-encoding: %j, %j …, %j', async (begin, piece, end) => {
    await measureGrowth(50_000, (count) => acceptsGzip(begin + piece.repeat(count) + end));
  });

  test.each([
    ['\t', ' \t', 'x'],
    ['x', ' \t', 'x'],
    ['=?base64?', '=', '?='],
  ])('an encoded value: %j, %j …, %j', async (begin, piece, end) => {
    await measureGrowth(50_000, (count) => decodeHeaderValue(begin + piece.repeat(count) + end));
  });
});

/** A request of `node:http` as the adapter sees it. */
function nodeRequest(url: string, chunks: readonly Uint8Array[] = []): NodeRequest {
  const parts = { url, method: 'POST', headers: { host: 'a' }, socket: {}, complete: true };
  return new NodeRequest(Object.assign(Readable.from(chunks), parts) as unknown as IncomingMessage);
}

test.each([
  ['http://', 'a', '#'],
  ['http://a/', '/', '#'],
  ['http://', 'a:1@', '?#'],
])('ten times as long a request target takes about ten times as long: %j, %j …, %j', async (begin, piece, end) => {
  await measureGrowth(5_000, (count) => {
    const request = nodeRequest(begin + piece.repeat(count) + end);
    return [request.url, request.header('host')];
  });
});

describe('a body in ten times as many chunks takes about ten times as long', () => {
  const listChunks = (count: number) => Array.from({ length: count }, () => new Uint8Array([0x20]));

  test('of node:http', async () => {
    await measureGrowth(3_000, async (count) => {
      expect(await nodeRequest('/', listChunks(count)).readBody(1_000_000)).toHaveLength(count);
    });
  });

  test('of fetch', async () => {
    await measureGrowth(3_000, async (count) => {
      const waiting = listChunks(count);
      // One at a time: the queue of a stream of Node takes quadratic time.
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        const chunk = waiting.pop();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      };
      const chunks = new ReadableStream<Uint8Array>({ pull });
      const init = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit;
      expect(await new WebRequest(new Request('http://a/', init), []).readBody(1_000_000)).toHaveLength(count);
    });
  });
});

test('ten times as many sessions are opened, refused and closed in about ten times the time', async () => {
  const timer = new KeepAliveTimer(1_000_000);
  await measureGrowth(1_000, (count) => {
    const store = new SessionStore<Session>(count, 1_000_000, timer);
    let refused = 0;
    for (let index = 0; index < 2 * count; index += 1) {
      const connection = {} as Session['connection'];
      const common = { principal: undefined, caller: undefined, connection, isIdle: true, close: () => {} };
      try {
        store.add({ ...common, id: String(index) });
      } catch {
        refused += 1;
      }
    }
    expect(refused).toBe(count);
    store.tick();
    for (let index = 0; index < count; index += 1) store.close(store.find(String(index), undefined));
  });
});
