import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listLoadedFiles } from '../../bench/list-loaded-files.mjs';
import { createProject, type Project } from '../kit/build-server.js';

const listTools = [
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'client', version: '1.0.0' } }],
  ['tools/list', {}],
] as const;

const twoTools = `
server: { name: calculator, version: 1.0.0 }
tools:
  echo:
    description: Says what it is told.
    inputSchema: { type: object, properties: { text: { type: string } }, required: [text] }
  add:
    description: Adds two numbers.
    inputSchema: { type: object, properties: { a: { type: number }, b: { type: number } }, required: [a, b] }
    outputSchema: { type: object, properties: { sum: { type: number } }, required: [sum] }
`;

const names = (files: readonly { readonly name: string }[]): string =>
  files.map(({ name }) => name.replace(/-[A-Z0-9]{8}\.mjs$/u, '')).join(' ');

let project: Project | undefined;

test('a server with two tools loads at most 36.1 kB in five files to list them', async () => {
  project = await createProject({ 'definitions/calculator.mcp.yaml': twoTools });
  const files = await listLoadedFiles(await project.bundle(), listTools);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes, JSON.stringify(files)).toBeLessThanOrEqual(36_100);
  expect(files.length, JSON.stringify(files)).toBeLessThanOrEqual(5);
});

test('the first call loads at most 101.7 kB in ten files', async () => {
  project = await createProject({ 'definitions/calculator.mcp.yaml': twoTools });
  const call = ['tools/call', { name: 'echo', arguments: { text: 'a' } }] as const;
  const files = await listLoadedFiles(await project.bundle(), [listTools[0], call]);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  expect(names(files)).toMatch(/\btools\b/u);
  expect(bytes, JSON.stringify(files)).toBeLessThanOrEqual(101_700);
  expect(files.length, JSON.stringify(files)).toBeLessThanOrEqual(10);
});

test('a server with many tools lists them without loading what only calls need', async () => {
  const tools = Array.from({ length: 100 }, (_, index) => `  tool-${index}: { description: d, timeoutMs: 54321 }\n`);
  project = await createProject({
    'definitions/many.mcp.yaml': `server: { name: s, version: 1.0.0 }\ntools:\n${tools.join('')}`,
  });
  const server = await project.bundle();
  const read = async (requests: Parameters<typeof listLoadedFiles>[1]): Promise<string> => {
    const files = await listLoadedFiles(server, requests);
    const texts = files.map(({ name }) => readFile(path.join(path.dirname(server), name), 'utf8'));
    return (await Promise.all(texts)).join('');
  };
  expect(await read(listTools)).not.toContain('54321');
  expect(await read([['tools/call', { name: 'tool-99', arguments: {} }]])).toContain('54321');
});

test('the bookshop loads at most 41 kB to list its tools, and not the page of its view', async () => {
  const files = await listLoadedFiles('dist/bookshop/server.mjs', listTools);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes, JSON.stringify(files)).toBeLessThanOrEqual(41_000);
  expect(names(files)).not.toContain('shelf');
});

test('validators, static contents and other lists are loaded by the first request that needs them', async () => {
  const server = 'dist/bookshop/server.mjs';
  expect(names(await listLoadedFiles(server, listTools))).not.toMatch(/\btools\b|prompts|resources/u);
  const call = ['tools/call', { name: 'find_books', arguments: { query: 'dune' } }] as const;
  expect(names(await listLoadedFiles(server, [call]))).toMatch(/tools-1/u);
  const read = ['resources/read', { uri: 'bookshop://opening-hours' }] as const;
  // Short contents have no file of their own.
  expect(names(await listLoadedFiles(server, [read]))).toMatch(/\btools(?!-)/u);
});
