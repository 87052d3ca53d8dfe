import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { postOf, serve, type HttpSubject } from './http-kit.js';
import type { RawHead, RawHeaders } from './raw-http.js';
import { modern, request, type Subject } from './wire.js';

const description = JSON.stringify('Reads what is written, and counts the letters of “naïve”.');
const names = Array.from({ length: 50 }, (_, index) => `tool_${index}`);
const many: Subject = {
  definition: makeDefinition({
    capabilities: { prompts: false, resources: false, listChanged: ['tools'] },
    tools: names.map((name) => makeTool(name, { fields: { description } })),
  }),
  handlers: makeHandlers({ tools: Object.fromEntries(names.map((name) => [name, () => name])) }),
};
const one: Subject = {
  definition: makeDefinition({ tools: [makeTool('one')] }),
  handlers: makeHandlers({ tools: { one: () => 'x'.repeat(10_000) } }),
};
const gzip = { 'Accept-Encoding': 'gzip, deflate' };

/** Serves without sessions, so that a request needs nothing before it. */
const open = (subject = many): Promise<HttpSubject> => serve(subject, { http: { sessions: false } });

/** The head of an answer, and the bytes of its body. */
async function ask(server: HttpSubject, message: unknown, headers: RawHeaders): Promise<RawHead & { bytes: Buffer }> {
  const connection = await server.connect();
  connection.send(postOf(message, headers));
  const head = await connection.readHead();
  return { ...head, bytes: await connection.socket.readBytes(Number(head.headers['content-length'])) };
}

describe('a list over HTTP (RFC 9110 12.5.3, RFC 1952)', () => {
  test.each([
    ['2025-11-25', request(7, 'tools/list')],
    ['2026-07-28', modern(7, 'tools/list')],
  ])('of %s is compressed for a client that takes gzip, and says the same', async (_revision, message) => {
    const server = await open();
    const plain = await ask(server, message, {});
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers).not.toHaveProperty('vary');
    const packed = await ask(server, message, gzip);
    expect(packed.status).toBe(200);
    expect(packed.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString());
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
  });

  test.each([[0], [-12], ['naïve “id” 🙂'], ['a"\\b'], ['x'.repeat(3000)]])(
    'is compressed whatever its id is: %j',
    async (id) => {
      const { bytes } = await ask(await open(), request(id, 'tools/list'), gzip);
      expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ jsonrpc: '2.0', id });
    },
  );

  test('goes out as it is when much stands around it', async () => {
    const server = await open();
    const { headers, bytes } = await ask(server, request('x'.repeat(4096), 'tools/list'), gzip);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString()).result.tools).toHaveLength(50);
  });

  test('goes out as it is when it fits into a packet', async () => {
    const { headers, bytes } = await ask(await open(one), request(7, 'tools/list'), gzip);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString()).result.tools).toHaveLength(1);
  });

  // Compression would let an attacker who sees the length guess a secret next to text of the attacker's (BREACH).
  test('is compressed, but the answer of a handler is not', async () => {
    const { headers, bytes } = await ask(await open(one), request(7, 'tools/call', { name: 'one' }), gzip);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString()).result.content[0].text).toHaveLength(10_000);
  });

  test('of many different requests is compressed for each', async () => {
    const server = await open();
    for (const id of Array.from({ length: 20 }, (_, index) => index % 12)) {
      const { bytes } = await ask(server, request(id, 'tools/list'), gzip);
      expect(JSON.parse(gunzipSync(bytes).toString()).id).toBe(id);
    }
  });

  test('is another one when something else is served', async () => {
    const server = await open();
    const count = async (): Promise<number> => {
      const { bytes } = await ask(server, request(7, 'tools/list'), gzip);
      return JSON.parse(gunzipSync(bytes).toString()).result.tools.length;
    };
    expect(await count()).toBe(50);
    server.control.tools.disable('tool_7');
    expect(await count()).toBe(49);
    server.control.tools.enable('tool_7');
    expect(await count()).toBe(50);
  });

  test('in a batch goes out as it is', async () => {
    const server = await open();
    const batch = [request(1, 'tools/list'), request(2, 'ping'), request(3, 'tools/list')];
    const { headers, bytes } = await ask(server, batch, gzip);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString())).toHaveLength(3);
  });

  test('depends on the page that asks, too', async () => {
    const server = await open();
    const connection = await server.connect();
    connection.send(postOf(request(7, 'tools/list'), { ...gzip, Origin: 'http://localhost:8080' }));
    const head = await connection.socket.readUntil('\r\n\r\n');
    expect(head.split('\r\n').filter((line) => line.startsWith('Vary: '))).toEqual(['Vary: Origin, Accept-Encoding']);
  });

  test('that is an event is not compressed', async () => {
    const server = await open();
    const stream = await server.stream(request(7, 'tools/list'), { ...gzip, Accept: 'text/event-stream' });
    expect(stream.head.headers).not.toHaveProperty('content-encoding');
    expect((await stream.rest())[0]?.['result'].tools).toHaveLength(50);
  });
});

test.each([
  ['gzip', true],
  ['gzip, deflate', true],
  ['br, gzip, deflate', true],
  ['deflate,GZIP', true],
  ['x-gzip', true],
  ['gzip;q=0.5, identity', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['gzip ; q=1', true],
  ['gzip;q=0', false],
  ['x-gzip, gzip;q=0', false],
  ['gzip;q=0,gzip', false],
  ['gzip;q=0.000, br', false],
  ['identity', false],
  ['*', false],
  ['br', false],
  ['gzipped', false],
  ['not-gzip', false],
  ['', false],
  [undefined, false],
])('a client that sends %j as Accept-Encoding takes gzip: %j', async (header, expected) => {
  const sent: RawHeaders = header === undefined ? {} : { 'Accept-Encoding': header };
  const { headers } = await ask(await open(), request(7, 'tools/list'), sent);
  expect(headers['content-encoding'] === 'gzip').toBe(expected);
});
