import { gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptsGzip } from '../../runtime/node/accepts-gzip.js';
import { gzipAnswer } from '../../runtime/node/gzip-answer.js';
import { makeDefinition, makeHandlers, makeTool } from './fixture-server.js';
import { later, postOf, serve, type HttpSubject } from './http-kit.js';
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
  handlers: makeHandlers({ tools: { one: () => 1 } }),
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

/** The same, as soon as what is asked for has been compressed. */
async function askPacked(server: HttpSubject, message: unknown): ReturnType<typeof ask> {
  const answer = await ask(server, message, gzip);
  if (answer.headers['content-encoding'] !== undefined) return answer;
  await later(5);
  return askPacked(server, message);
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
    const packed = await askPacked(server, message);
    expect(packed.status).toBe(200);
    expect(packed.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString());
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
  });

  test('does not wait for what compresses it', async () => {
    const first = await ask(await open(), request(7, 'tools/list'), gzip);
    expect(first.headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(first.bytes.toString()).result.tools).toHaveLength(50);
  });

  // Some clients stop at the end of the first member.
  test('is one member', async () => {
    const server = await open();
    const plain = await ask(server, request(7, 'tools/list'), {});
    const packed = await askPacked(server, request(7, 'tools/list'));
    expect([...packed.bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
    expect(inflateRawSync(packed.bytes.subarray(10, -8)).toString()).toBe(plain.bytes.toString());
    expect(packed.bytes.readUInt32LE(packed.bytes.length - 4)).toBe(plain.bytes.length);
  });

  test.each([[0], [-12], ['naïve “id” 🙂'], ['a"\\b'], ['x'.repeat(3000)]])(
    'is compressed whatever its id is: %j',
    async (id) => {
      const { bytes } = await askPacked(await open(), request(id, 'tools/list'));
      expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ jsonrpc: '2.0', id });
    },
  );

  test('goes out as it is when much stands around it', async () => {
    const server = await open();
    await askPacked(server, request(7, 'tools/list'));
    const { headers, bytes } = await ask(server, request('x'.repeat(4096), 'tools/list'), gzip);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString()).result.tools).toHaveLength(50);
  });

  test('goes out as it is when it fits into a packet', async () => {
    const { headers, bytes } = await ask(await open(one), request(7, 'tools/list'), gzip);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString()).result.tools).toHaveLength(1);
  });

  test('is another one when something else is served', async () => {
    const server = await open();
    const count = async (): Promise<number> => {
      const { bytes } = await askPacked(server, request(7, 'tools/list'));
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
    await askPacked(server, request(7, 'tools/list'));
    const batch = [request(1, 'tools/list'), request(2, 'ping'), request(3, 'tools/list')];
    const { headers, bytes } = await ask(server, batch, gzip);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(bytes.toString())).toHaveLength(3);
  });

  test('depends on the page that asks, too', async () => {
    const server = await open();
    await askPacked(server, request(7, 'tools/list'));
    const connection = await server.connect();
    connection.send(postOf(request(7, 'tools/list'), { ...gzip, Origin: 'http://localhost:8080' }));
    const head = await connection.socket.readUntil('\r\n\r\n');
    expect(head.split('\r\n').filter((line) => line.startsWith('Vary: '))).toEqual([
      'Vary: Origin',
      'Vary: Accept-Encoding',
    ]);
  });

  test('that is an event is not compressed', async () => {
    const server = await open();
    await askPacked(server, request(7, 'tools/list'));
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
])('a client that sends %j as Accept-Encoding takes gzip: %j', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

/** Bytes of which some come again, so that they can be compressed, in every length. */
const large = fc.tuple(fc.integer({ min: 1400, max: 60_000 }), fc.nat()).map(([length, seed]) => {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 26);
});
/** Few enough, whatever they are made of: what stands around a list has a limit. */
const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 3 });

test('whatever an answer is made of, it comes out as it went in', async () => {
  const forms = new Set<string>();
  await fc.assert(
    fc.asyncProperty(texts, large, texts, async (before, kept, after) => {
      const parts = [...before, kept, ...after];
      let file = gzipAnswer(parts);
      for (; file === undefined; file = gzipAnswer(parts)) await later(1);
      forms.add(typeof file);
      const bytes = typeof file === 'string' ? Buffer.from(file, 'latin1') : Buffer.concat(file);
      expect(gunzipSync(bytes).equals(Buffer.concat(parts.map((part) => Buffer.from(part))))).toBe(true);
    }),
    { numRuns: 200 },
  );
  expect(forms).toEqual(new Set(['string', 'object']));
});

test('what is compressed and long is shared by all answers', async () => {
  const kept = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index) >>> 7);
  let file = gzipAnswer(['a', kept]);
  for (; file === undefined; file = gzipAnswer(['a', kept])) await later(1);
  const other = gzipAnswer(['b', kept]);
  expect(other?.[1]).toBe(file[1]);
  expect(file[1]?.length).toBeGreaterThan(16_384);
});
