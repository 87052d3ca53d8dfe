import { expect, test } from 'vitest';
import { listLoadedFiles } from '../../bench/list-loaded-files.mjs';

const listTools = [
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'client', version: '1.0.0' } }],
  ['tools/list', {}],
] as const;

const names = (files: readonly { readonly name: string }[]): string =>
  files.map(({ name }) => name.replace(/-[A-Z0-9]{8}\.mjs$/u, '')).join(' ');

test('the bookshop loads at most 40 kB to list its tools', async () => {
  const files = await listLoadedFiles('dist/bookshop/server.mjs', listTools);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes, JSON.stringify(files)).toBeLessThanOrEqual(40_000);
});

test('validators and static contents are loaded by the first request that needs them', async () => {
  const server = 'dist/bookshop/server.mjs';
  expect(names(await listLoadedFiles(server, listTools))).not.toMatch(/tools-1|contents/u);
  const call = ['tools/call', { name: 'find_books', arguments: { query: 'dune' } }] as const;
  expect(names(await listLoadedFiles(server, [call]))).toMatch(/tools-1/u);
  const read = ['resources/read', { uri: 'bookshop://opening-hours' }] as const;
  expect(names(await listLoadedFiles(server, [read]))).toMatch(/contents/u);
});
