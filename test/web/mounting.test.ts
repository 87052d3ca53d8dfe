import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { build } from 'esbuild';
import { serve } from '@hono/node-server';
import { readFileSync, symlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { installPackages } from '../kit/install-packages.mjs';
import { putFiles } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/http.md'), 'utf8');
const blocks = [...page.matchAll(/^```ts\n\/\/ (app\/\S+)\n([\s\S]*?)^```/gmu)].map(([, file = '', code = '']) => [
  file,
  code,
]);
const samples = Object.fromEntries(blocks) as { readonly [file: string]: string };

const project = await createProject({
  'package.json': '{ "name": "shop", "type": "module" }',
  'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
tools: { add: { description: Adds., handler: ../handlers/math.ts#add, args: [x, y], inputSchema: { type: object, properties: { x: { type: number }, y: { type: number } }, required: [x, y] }, returns: { sum: { type: number } } } }
`,
  'handlers/math.ts': 'export const add = (x: number, y: number): number => x + y;\n',
});
putFiles(project.folder, samples);

/** Bundles a sample as a project would, and gives what it exports. */
async function load<Exports>(file: string): Promise<Exports> {
  const outfile = path.join(project.folder, 'dist', file.replace(/\.ts$/u, '.mjs'));
  await build({
    absWorkingDir: project.folder,
    entryPoints: [file],
    outfile,
    bundle: true,
    // Both find files of their own.
    external: ['express', 'fastify'],
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  return (await import(pathToFileURL(outfile).href)) as Exports;
}

/** Calls the tool with the official client, in a session. */
async function callAt(port: number): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`));
  // The type of the transport is not exact about undefined.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const { content } = await client.callTool({ name: 'add', arguments: { x: 1, y: 2 } });
  await transport.terminateSession();
  await client.close();
  return content;
}

const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port;

test('the page has these samples', () => {
  expect(Object.keys(samples)).toEqual(['app/hono.ts', 'app/express.ts', 'app/fastify.ts', 'app/mcp/route.ts']);
});

test('the server is mounted in Hono', async () => {
  const { app } = await load<{ app: { fetch: (request: Request) => Response } }>('app/hono.ts');
  const server = await new Promise<Server>((resolve) => {
    const opened = serve({ fetch: app.fetch, port: 0 }, () => resolve(opened as Server));
  });
  expect(await callAt(portOf(server))).toEqual([{ type: 'text', text: 'sum: 3' }]);
  server.close();
});

test('the server is mounted in Express', async () => {
  const { app } = await load<{ app: { listen: (port: number, ready: () => void) => Server } }>('app/express.ts');
  const server = await new Promise<Server>((resolve) => {
    const opened = app.listen(0, () => resolve(opened));
  });
  expect(await callAt(portOf(server))).toEqual([{ type: 'text', text: 'sum: 3' }]);
  server.close();
});

// Fastify is installed apart: with its own packages it is 48, which nothing else here needs.
test('the server is mounted in Fastify', { timeout: 300_000 }, async () => {
  const folder = await installPackages('fastify-5.12.8', ['fastify@5.12.8']);
  symlinkSync(path.join(folder, 'node_modules/fastify'), path.join(project.folder, 'node_modules/fastify'), 'junction');

  interface FastifyApp {
    readonly server: Server;
    listen(options: { port: number }): Promise<string>;
    close(): Promise<void>;
  }
  const { app } = await load<{ app: FastifyApp }>('app/fastify.ts');
  await app.listen({ port: 0 });
  expect(await callAt(portOf(app.server))).toEqual([{ type: 'text', text: 'sum: 3' }]);
  await app.close();
});

test('the server is a route of Next.js: functions named after methods, from Request to Response', async () => {
  type Handle = (request: Request) => Promise<Response>;
  const route = await load<{ [method: string]: Handle }>('app/mcp/route.ts');
  expect(Object.keys(route).toSorted()).toEqual(['DELETE', 'GET', 'POST']);
  // Next.js calls the function that has the name of the method.
  const server = await new Promise<Server>((resolve) => {
    const opened = serve(
      { fetch: (request) => route[request.method]?.(request) ?? new Response(null, { status: 405 }), port: 0 },
      () => resolve(opened as Server),
    );
  });
  expect(await callAt(portOf(server))).toEqual([{ type: 'text', text: 'sum: 3' }]);
  server.close();
});

test('the samples fit their types', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'app/hono.ts', 'app/mcp/route.ts'])).toBe('');
});
