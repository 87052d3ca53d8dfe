import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

type Files = { readonly [file: string]: string };

const page = path.resolve(import.meta.dirname, '../../docs/migrating.md');
const folder = path.join(import.meta.dirname, 'migrating');

/** The code blocks of the page that begin with the path of a file. */
const text = await readFile(page, 'utf8');
const found = text.matchAll(/```(?:yaml|ts)\n(?:#|\/\/) (\S+?\.(?:yaml|ts))[^\n]*\n([\s\S]*?)```/gu);
const blocks = Object.fromEntries([...found].map(([, file = '', block = '']) => [file, block]));

/** The whole server with the official SDK, of which the page shows one tool. */
const peer = await readFile(path.join(folder, 'bistro-v1.ts'), 'utf8');

/** The definition without the tool that divides bills, which an API replaces. */
const definition = (blocks['definitions/bistro.mcp.yaml'] ?? '').replace(/^ {2}split_bill:\n(?: {4}.*\n)+/mu, '');

/** The files of the page that have these names. */
function select(...names: readonly string[]): Files {
  return Object.fromEntries(names.map((name) => [name, blocks[name] ?? `there is no ${name}`]));
}

/** Answers of a server to every call that the page shows; the question about seats is answered with 3. */
async function tryServer(entrypoint: string, environment: { readonly [name: string]: string } = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    expect(params).toMatchObject({
      message: 'How many seats?',
      requestedSchema: { properties: { seats: { type: 'integer', minimum: 1 } }, required: ['seats'] },
    });
    return { action: 'accept', content: { seats: 3 } };
  });
  const env = { ...process.env, ...environment } as { [name: string]: string };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [entrypoint], env }));
  try {
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    const { resources } = await client.listResources();
    const share = await client.callTool({ name: 'split_bill', arguments: { total: 90, guests: 3 } });
    const table = await client.callTool({ name: 'book_table', arguments: { name: 'Ada' } });
    const wrong = await client.callTool({ name: 'split_bill', arguments: { total: 90, guests: 0 } });
    const prompt = await client.getPrompt({ name: 'suggest_dish', arguments: { taste: 'fish' } });
    return {
      tools: tools.map(({ name, description }) => `${name}: ${description}`).toSorted(),
      prompts: prompts.map(({ name, description }) => `${name}: ${description}`),
      resources: resources.map(({ uri, mimeType }) => `${uri}: ${mimeType}`),
      contents: [share.content, table.content],
      isWrong: wrong.isError,
      messages: prompt.messages,
      menu: (await client.readResource({ uri: 'bistro://menu' })).contents,
    };
  } finally {
    await client.close();
  }
}

const expected = {
  tools: ['book_table: Books a table.', 'split_bill: Divides a bill among guests.'],
  prompts: ['suggest_dish: Suggests a dish.'],
  resources: ['bistro://menu: text/plain'],
  contents: [[{ type: 'text', text: 'Share: 30' }], [{ type: 'text', text: 'A table for 3, Ada.' }]],
  isWrong: true,
  messages: [{ role: 'user', content: { type: 'text', text: 'What to eat for a guest who likes fish?' } }],
  menu: [{ uri: 'bistro://menu', mimeType: 'text/plain', text: 'Soup, salad, fish' }],
};

/** Does something with a project that is made for it. */
async function withProject<T>(files: Files, use: (project: Project) => Promise<T>): Promise<T> {
  const project = await createProject(files);
  expect(project.report.diagnostics).toEqual([]);
  return await use(project);
}

test('the server of the page and one that was written with the official SDK, version 1, respond the same', async () => {
  const files = select('definitions/bistro.mcp.yaml', 'definitions/bill.ts', 'handlers/tools/book-table.ts');
  await withProject(files, async (project) => {
    expect(await typeCheck(project.folder)).toBe('');
    expect(await tryServer(await project.bundle())).toEqual(expected);
    await writeFile(path.join(project.folder, 'bistro.v1.ts'), peer);
    // The declarations of the SDK itself want types of browsers.
    expect(await typeCheck(project.folder, ['bistro.v1.ts'])).not.toContain('bistro.v1.ts');
    const outfile = path.join(project.folder, 'bistro.v1.mjs');
    const entryPoints = [path.join(project.folder, 'bistro.v1.ts')];
    await build({ entryPoints, outfile, format: 'esm', platform: 'node', logLevel: 'silent' });
    expect(await tryServer(outfile)).toEqual(expected);
  });
});

test('the page shows a tool of that server', () => {
  const [tool] = /^server\.registerTool\(\n {2}'book_table',\n.*?^\);$/msu.exec(peer) ?? [];
  expect(blocks['bistro.v1.ts']).toContain(tool);
});

/** The API that divides bills. */
async function serveBills(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const share = Number(searchParams.get('total')) / Number(searchParams.get('guests'));
    response.writeHead(pathname === '/v1/bill' ? 200 : 404, { 'Content-Type': 'text/plain' }).end(`Share: ${share}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('an OpenAPI document replaces a tool of the definition, and the rest of the server stays', async () => {
  const api = await serveBills();
  try {
    const { port } = api.address() as AddressInfo;
    const files = {
      ...select('handlers/tools/book-table.ts'),
      'definitions/bistro.mcp.yaml': definition,
      'definitions/bill.openapi.yaml': await readFile(path.join(folder, 'bill.openapi.yaml'), 'utf8'),
    };
    await withProject(files, async (project) => {
      expect(await typeCheck(project.folder)).toBe('');
      const environment = { BISTRO__BILL__BASE_URL: `http://127.0.0.1:${port}/v1` };
      expect(await tryServer(await project.bundle(), environment)).toEqual(expected);
    });
  } finally {
    api.close();
  }
});
