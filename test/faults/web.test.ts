import { expect, test } from 'vitest';
import { createWebServer, type WebServer } from '../../runtime/transports/web/create-web-server.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { modern } from '../wire/wire.js';

const list = JSON.stringify(modern(1, 'tools/list'));
const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/list',
};

const post = (body: string | ReadableStream<Uint8Array>): Request =>
  new Request('http://localhost/mcp', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);

const statusOf = async (server: WebServer, request: Request): Promise<number> => (await server.fetch(request)).status;

test('a body that breaks off is answered, where the platform does not tell that the client is gone', async () => {
  const server = createWebServer(makeBusyServer());
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('the connection was lost')),
  });
  expect(await statusOf(server, post(broken))).toBe(400);
  expect(await statusOf(server, post(list))).toBe(200);
  await server.close();
});

test('a body that was read before is answered with 400', async () => {
  const server = createWebServer(makeBusyServer());
  const request = post(list);
  await request.text();
  expect(await statusOf(server, request)).toBe(400);
  await server.close();
});

test.each([
  ['throws', () => Promise.reject(new Error('no data base'))],
  ['throws no error', () => Promise.reject(undefined)],
])('a `setup` that %s fails every request that waits for it, and is tried again', async (_, fail) => {
  let tries = 0;
  const setup = (): unknown => {
    tries += 1;
    return tries === 1 ? fail() : undefined;
  };
  const server = createWebServer({ ...makeBusyServer(), setup });
  expect(await Promise.all([statusOf(server, post(list)), statusOf(server, post(list))])).toEqual([500, 500]);
  expect(await statusOf(server, post(list))).toBe(200);
  expect(tries).toBe(2);
  await server.close();
});
