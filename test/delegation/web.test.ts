import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { expect, onTestFinished, test } from 'vitest';
import type { Stores } from '../../runtime/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { createWebServer, type WebProgram, type WebServer } from '../../runtime/transports/web/index.js';
import { HttpTarget } from '../wire/http-kit.js';
import { call, connect, useConsentingShop } from './consenting-shop.js';

const at = useConsentingShop();
const bindings = { MCP_STATE_KEYS: 'a-key-of-at-least-thirty-two-characters' };

/** Serves what is put into `server` on a port, as a platform with `fetch` does that gives bindings to each request. */
async function listen() {
  const platform: { server: WebServer | undefined } = { server: undefined };
  const listener = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = incoming;
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = method === 'POST' ? Buffer.concat(chunks) : undefined;
    const request = new Request(`http://${headers.host}${url}`, { method, headers: given, ...(body && { body }) });
    const answer = await platform.server?.fetch(request, bindings);
    response.writeHead(answer?.status ?? 503, [...(answer?.headers ?? [])].flat());
    if (answer?.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
    else response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const target = new HttpTarget(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`);
  return { platform, target };
}

test('a grant that a server with `fetch` got is in the store of all its instances', async () => {
  const shared = new MemoryStore();
  let isOpen = false;
  const stores: Stores = {
    shared,
    open: async ({ environment }) => {
      expect(environment).toMatchObject(bindings);
      isOpen = true;
    },
  };
  const { platform, target } = await listen();
  const subject = at.subject({ auth: { resource: target.url } });
  const { loadDelegation } = subject.definition;
  const definition = {
    ...subject.definition,
    loadDelegation: async () => {
      expect(isOpen).toBe(true);
      return loadDelegation?.() as never;
    },
  };
  const program: WebProgram = { ...subject, definition, stores };
  const server = { subject: target };
  const token = await at.tokenOf(server);
  platform.server = createWebServer(program);
  await connect(server, token);
  // Another instance, which knows nothing but the store and the keys.
  platform.server = createWebServer(program);
  expect(await call(server, token)).toMatchObject({ structuredContent: {} });
  expect(at.sentTokens()).toEqual(['Bearer access-1-of-ada', 'Bearer access-1-of-ada']);
});
