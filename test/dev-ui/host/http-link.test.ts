import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { openHttpLink } from '../../../generator/tools/dev-ui/host/http-link.js';
import type { Link } from '../../../runtime/wire/peer/link.js';

let server: Server;
let link: Link;

afterEach(() => {
  void link.close();
  server.closeAllConnections();
  server.close();
});

interface Received {
  readonly text: string;
  readonly request: unknown;
}

/** A legacy server that answers with event streams as `answer` says, and a link to it. `get` answers the streams that the link opens. */
async function openLegacy(
  answer: (response: ServerResponse) => void,
  get: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const received: Received[] = [];
  const failed: string[] = [];
  const ended: string[] = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method === 'DELETE') return response.writeHead(200).end();
      if (body.includes('notifications/')) return response.writeHead(202).end();
      if (body.includes('initialize')) {
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' });
        return response.end('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}');
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return request.method === 'GET' ? get(request, response) : answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  link = openHttpLink(
    { url, headers: {} },
    {
      received: (message, request) => received.push({ text: message, request }),
      failed: (id, reason) => failed.push(`${String(id)}: ${reason}`),
      ended: (reason) => ended.push(reason),
    },
  );
  link.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', {});
  await vi.waitFor(() => expect(received).toHaveLength(1), 20_000);
  received.length = 0;
  return { received, failed, ended };
}

/** What a link reports of `server/discover` when a server answers it so. */
async function discover(status: number, body: string) {
  server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return new Promise((resolve) => {
    const events = { ended: () => {} };
    const received = (message: string, request: unknown): void => resolve({ message, request });
    const failed = (id: unknown, reason: string, answered?: number): void => resolve({ id, reason, status: answered });
    link = openHttpLink({ url, headers: {} }, { ...events, received, failed });
    link.send('{"jsonrpc":"2.0","id":5,"method":"server/discover","params":{}}', {});
  });
}

test.each([400, 404, 405, 500])(
  'status %s without JSON-RPC is told with the failure of the request',
  async (status) => {
    const reason = `The server responded with HTTP ${status}, without a JSON-RPC response to the request.`;
    expect(await discover(status, '')).toEqual({ id: 5, reason, status });
    void link.close();
    server.close();
    expect(await discover(status, '"No"')).toEqual({ id: 5, reason, status });
  },
);

test('an error without an id is the answer to the request of its POST', async () => {
  const message = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Server not initialized"},"id":null}';
  expect(await discover(400, message)).toEqual({ message, request: 5 });
});

test('an answer that does not arrive fails no request', async () => {
  const failed = await new Promise((resolve) => {
    const events = { ended: () => {}, received: () => {}, failed: (id: unknown) => resolve(id) };
    link = openHttpLink({ url: new URL('http://127.0.0.1:9/'), headers: {} }, events);
    link.send('{"jsonrpc":"2.0","id":1,"result":{}}', {});
    link.send('{"jsonrpc":"2.0","id":2,"method":"ping"}', {});
  });
  expect(failed).toBe(2);
});

const call = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}}';
const answer7 = '{"jsonrpc":"2.0","id":7,"result":{}}';
const question = '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}';

test('messages on the response of a request are told with its id', async () => {
  const { received } = await openLegacy(
    (response) => response.end(`data: ${question}\n\ndata: ${answer7}\n\n`),
    (_request, response) => response.write(`data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n`),
  );
  link.send(call, {});
  await vi.waitFor(() => expect(received).toHaveLength(2), 20_000);
  expect(received).toEqual([
    { text: question, request: 7 },
    { text: answer7, request: 7 },
  ]);
  received.length = 0;
  link.send('{"jsonrpc":"2.0","method":"notifications/initialized"}', {});
  await vi.waitFor(() => expect(received).toHaveLength(1), 20_000);
  expect(received[0]?.request).toBeUndefined();
});

test('an answer whose stream was cut is fetched with the id of the last event', async () => {
  const asked: unknown[] = [];
  const { received, failed } = await openLegacy(
    (response) => {
      const events = `retry: 60\nid: a-1\ndata: \n\nid: a-2\ndata: ${question}\n\nid: never\ndata: {"js`;
      response.write(events, () => response.destroy());
    },
    ({ headers }, response) => {
      asked.push([headers['last-event-id'], headers['mcp-session-id']]);
      if (asked.length === 1) response.end('id: a-3\ndata:\n\n');
      else response.end(`id: a-4\ndata: ${answer7}\n\n`);
    },
  );
  link.send(call, {});
  await vi.waitFor(() => expect(received.at(-1)).toEqual({ text: answer7, request: 7 }), 20_000);
  expect(received).toHaveLength(2);
  expect(failed).toEqual([]);
  expect(asked).toEqual([
    ['a-2', 'one'],
    ['a-3', 'one'],
  ]);
});

test('a stream that is continued again and again without an event is given up', async () => {
  let asked = 0;
  const { failed } = await openLegacy(
    (response) => response.end('retry: 1\nid: a-1\ndata:\n\n'),
    (_request, response) => {
      asked += 1;
      response.end();
    },
  );
  link.send(call, {});
  await vi.waitFor(() => expect(failed).toHaveLength(1), 20_000);
  expect(failed[0]).toMatch(/^7: The server responded with HTTP 200, without a JSON-RPC response/u);
  expect(asked).toBe(5);
});

test('a request that was cancelled is no longer awaited', async () => {
  let asked = 0;
  const { failed, received } = await openLegacy(
    (response) => {
      response.write(`retry: 1\nid: a-1\ndata: ${question}\n\n`);
      server.once('request', () => response.destroy());
    },
    (_request, response) => {
      asked += 1;
      response.end();
    },
  );
  link.send(call, {});
  await vi.waitFor(() => expect(received).toHaveLength(1), 20_000);
  link.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}', {});
  await vi.waitFor(() => expect(failed).toHaveLength(1), 20_000);
  expect(asked).toBe(0);
});

test('the stream for messages without a request is continued, and ends with the session', async () => {
  const asked: unknown[] = [];
  const { received, ended } = await openLegacy(
    () => {},
    ({ headers }, response) => {
      asked.push(headers['last-event-id']);
      if (asked.length === 1) return response.end('retry: 1\nid: 5\ndata: {"jsonrpc":"2.0","method":"one"}\n\n');
      if (asked.length === 2) return response.end('id: 6\ndata: {"jsonrpc":"2.0","method":"two"}\n\n');
      server.closeAllConnections();
      server.close();
      return response;
    },
  );
  link.send('{"jsonrpc":"2.0","method":"notifications/initialized"}', {});
  await vi.waitFor(() => expect(ended).toEqual(['The server has closed the event stream.']), 20_000);
  expect(received.map(({ text: message }) => message)).toEqual([
    '{"jsonrpc":"2.0","method":"one"}',
    '{"jsonrpc":"2.0","method":"two"}',
  ]);
  expect(asked).toEqual([undefined, '5', '6']);
});
