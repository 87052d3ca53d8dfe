import { afterAll, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { buildLongListServer, buildSmallInputServer, openSmallInputServer } from './small-input-server.js';

const members = `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
const api = await startRecordingServer();
api.answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(members);
};
const environment = Object.fromEntries(
  ['DIRECT', 'SCRIPTED'].map((name) => [`SMALL__${name}__BASE_URL`, api.url] as const),
);
const [small, long] = await Promise.all([buildSmallInputServer(), buildLongListServer()]);

afterAll(() => api.close());

test.each([
  ['typed arrays', 'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))'],
  ['objects', 'let a = {}; for (;;) a = { a }'],
])('a script of code mode cannot take more memory than its limit: %s', async (_what, code) => {
  const server = await openSmallInputServer(small, '2026-07-28', environment);
  await server.ask('tools/call', { name: 'scripted_run_code', arguments: { code: '1' } });
  const before = await server.measure();
  const { result } = await server.ask('tools/call', { name: 'scripted_run_code', arguments: { code } });
  const after = await server.measure();
  await server.close();
  expect(result.isError).toBe(true);
  expect(after.peakMegabytes - before.peakMegabytes).toBeLessThan(110);
});

test('an object of 300,000 members that an API answers is shortened in little time', async () => {
  const server = await openSmallInputServer(small, '2026-07-28', environment);
  const get = (): Promise<unknown> => server.ask('tools/call', { name: 'direct_listLoans', arguments: {} });
  const before = await server.measure();
  await get();
  const after = await server.measure();
  await server.close();
  expect(after.cpuMs - before.cpuMs).toBeLessThan(4_000);
  expect(after.peakMegabytes - before.peakMegabytes).toBeLessThan(250);
});

test('a batch of 180 long lists is not answered with hundreds of megabytes', async () => {
  const server = await openSmallInputServer(long, '2025-03-26', environment);
  const before = await server.measure();
  const batch = Array.from({ length: 180 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  const answer = await server.sendLine(JSON.stringify(batch));
  const after = await server.measure();
  await server.close();
  expect(answer.length).toBeLessThan(64_000_000);
  expect(after.peakMegabytes - before.peakMegabytes).toBeLessThan(150);
});
