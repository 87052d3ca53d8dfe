import { Client as ClientV2, StreamableHTTPClientTransport as HttpTransportV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { greeter, modern, startDev, type DevSession } from './dev-session.js';

const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
const definition = 'definitions/greeter.mcp.yaml';
const identity = { name: 'official-client', version: '1.0.0' };

let session: DevSession | undefined;
let project: Project | undefined;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await session?.remove();
  await project?.remove();
  session = undefined;
  project = undefined;
});

async function editDescription(folder: string, words: string): Promise<void> {
  const file = path.join(folder, definition);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/Greets.*/u, words));
}

/** Follows a client of SDK v1 through two changes. */
async function followChanges(client: Client, folder: string): Promise<void> {
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changes += 1));
  for (const [index, words] of ['Greets you.', 'Greets all.'].entries()) {
    await editDescription(folder, words);
    await expect.poll(() => changes, { timeout: 20_000 }).toBe(index + 1);
    expect((await client.listTools()).tools[0]?.description).toBe(words);
    expect(await client.callTool({ name: 'greet' })).toMatchObject({ content: [{ text: 'Hello' }] });
  }
}

/** Starts `dev` over HTTP; gives the address that it tells. */
async function startHttp(): Promise<URL> {
  session = await startDev(greeter, '--http', '0');
  await session.told('Listening on http://127.0.0.1:');
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/mcp/u.exec(session.stderr()) ?? [];
  return new URL(url);
}

test('the official client v1 works through changes over stdio', async () => {
  project = await createProject(greeter);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'dev', '--root', project.folder],
    stderr: 'ignore',
  });
  const client = new Client(identity);
  closing.push(() => client.close());
  await client.connect(transport);
  await followChanges(client, project.folder);
});

test('the official client v1 works through changes over HTTP, in one session', async () => {
  const url = await startHttp();
  const transport = new StreamableHTTPClientTransport(url);
  const client = new Client(identity);
  closing.push(() => client.close());
  await client.connect(transport as Transport);
  const { sessionId } = transport;
  await followChanges(client, session?.project.folder ?? '');
  expect(sessionId).toBeDefined();
  expect(transport.sessionId).toBe(sessionId);
});

test('the official client v2 works through changes over HTTP in the modern era', async () => {
  const url = await startHttp();
  const client = new ClientV2(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  closing.push(() => client.close());
  await client.connect(new HttpTransportV2(url));
  await editDescription(session?.project.folder ?? '', 'Greets you.');
  await expect
    .poll(async () => (await client.listTools()).tools[0]?.description, { timeout: 20_000 })
    .toBe('Greets you.');
});

test('a subscription over HTTP stays open and is told of changes', async () => {
  const url = await startHttp();
  const params = { ...modern, notifications: { toolsListChanged: true } };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'sub', method: 'subscriptions/listen', params }),
  });
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  closing.push(async () => reader?.cancel());
  void (async () => {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) text += read.value;
  })();
  await expect.poll(() => text).toContain('notifications/subscriptions/acknowledged');
  for (const [index, words] of ['Greets you.', 'Greets all.'].entries()) {
    await editDescription(session?.project.folder ?? '', words);
    await expect
      .poll(() => text.match(/list_changed/gu)?.length, {
        timeout: 20_000,
      })
      .toBe(index + 1);
  }
  expect(text).toContain('"io.modelcontextprotocol/subscriptionId":"sub"');
  expect(text.match(/subscriptions\/acknowledged/gu)).toHaveLength(1);
});
