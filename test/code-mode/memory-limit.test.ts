import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSmallInputServer, openSmallInputServer } from '../cost/small-input-server.js';
import { modern } from '../wire/wire.js';

const entrypoint = await buildSmallInputServer();
/** Megabytes that a script, or many of them, may add to the peak of the process: the limit and a fifth. */
const oneScript = 77;
const nineScripts = 9 * 16 + 128 + 9 * 13;

const callOf = (code: string) => ({ name: 'scripted_run_code', arguments: { code } });

type Server = Awaited<ReturnType<typeof openSmallInputServer>>;
let server: Server;
/** Peak of the process after a script that needs nothing. */
let idle: number;

beforeAll(async () => {
  server = await openSmallInputServer(entrypoint, '2026-07-28', {});
  await server.ask('tools/call', callOf('1'));
  idle = (await server.measure()).peakMegabytes;
});

afterAll(() => server.close());

test.each([
  ['typed arrays', 'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))'],
  ['buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1e6))'],
  [
    'a growing buffer',
    'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 30 }); for (let n = 8; ; n *= 2) b.resize(n)',
  ],
  ['arrays', 'const a = []; for (;;) a.push(new Array(120000).fill(0))'],
  ['strings', 'const a = []; for (let i = 0; ; i += 1) a.push("ü".repeat(1e6) + i)'],
  [
    'objects',
    'const text = JSON.stringify(Array.from({ length: 2000 }, () => ({ a: {} }))); const a = []; for (;;) a.push(JSON.parse(text))',
  ],
  ['closures', 'const a = []; for (;;) { const big = new Array(20000).fill(0); a.push(() => big) }'],
  ['Map', 'const m = new Map(); for (let i = 0; ; i += 1) m.set(i, new Array(2000).fill(i))'],
  ['Set', 'const m = new Set(); for (;;) m.add(new Array(2000).fill(0))'],
])('a script gets the error `out of memory` at its limit: %s', async (_what, code) => {
  const { result } = await server.ask('tools/call', callOf(code));
  const { peakMegabytes } = await server.measure();
  const next = await server.ask('tools/call', callOf('[1, 2].length'));
  expect(result.isError).toBe(true);
  expect(result.content[0].text).toMatch(/^InternalError: out of memory\b/u);
  expect(peakMegabytes - idle).toBeLessThan(oneScript);
  expect(next.result.content[0].text).toBe('2');
});

test('a script that catches the error of its memory goes on until its time is over, within its memory', async () => {
  const code = 'const a = []; for (;;) try { for (;;) a.push(new Uint8Array(1e6)) } catch { a.length -= 1 }';
  const { result } = await server.ask('tools/call', callOf(code));
  const { peakMegabytes } = await server.measure();
  expect(result.content[0].text).toMatch(/^Error: The script used more than 2000 ms of computing time/u);
  expect(peakMegabytes - idle).toBeLessThan(oneScript);
});

test('nine scripts at once share the memory of all scripts', async () => {
  const code = 'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))';
  const lines = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      server.sendLine(JSON.stringify(modern(`script ${index}`, 'tools/call', callOf(code)))),
    ),
  );
  const { peakMegabytes } = await server.measure();
  // Nine threads on few processors may come to the limit of their time first.
  for (const line of lines)
    expect(line).toMatch(/"text":"(?:InternalError: out of memory|Error: The script computed longer)/u);
  expect(peakMegabytes - idle).toBeLessThan(nineScripts);
});
